#!/usr/bin/env bash
# How fast tamis is beside ripgrep, on the trees given: scripts/speed.sh TAMIS TREE...
#
# For each tree, in one run on one machine, the medians of RUNS (default 9), wall and processor time in milliseconds, of
#   files   rg --files                     warm    tamis find --json with an index that is fresh
#   word    rg -c WORD                     first   the same on a tree never seen
# then warm/files (wanted: at most 3 by wall time) and first/word (at most 25), the peak memory of the first run and the index's
# share of the text. On a machine with other work the ratio of processor times is the fairer one: short processes wait less.
# The trees are only read. The index goes to a temporary folder.
set -euo pipefail
tamis=$(realpath "$1")
shift
runs=${RUNS:-9} word=${WORD:-return} task=${TASK:-"fix the color of the search output"}
cache=$(mktemp -d)
trap 'rm -rf "$cache"' EXIT
export XDG_CACHE_HOME=$cache XDG_DATA_HOME=$cache/data

# Wall and processor time of one run.
once() {
  TIMEFORMAT='%3R %3U %3S'
  { time "$@" >/dev/null 2>&1 || true; } 2>&1 | awk '{ print $1 * 1000, ($2 + $3) * 1000 }'
}
medians() {
  local all
  all=$(cat)
  for column in 1 2; do
    awk -v c="$column" '{ print $c }' <<<"$all" | sort -n | awk '{ a[NR] = $1 } END { printf "%d ", a[int((NR + 1) / 2)] }'
  done
}
repeated() { for ((i = 0; i < runs; i++)); do once "$@"; done | medians; }

echo "tree files | files: wall cpu | warm: wall cpu | warm/files: wall cpu | word: wall cpu | first: wall cpu | first/word: wall cpu | peak MB | disk %"
for tree in "$@"; do
  cd "$tree"
  listing=$(repeated rg --files)
  words=$(repeated rg -c "$word")
  first=$(for ((i = 0; i < 3; i++)); do
    rm -rf "$cache/tamis"
    once "$tamis" find --json --wait 600 "$task"
  done | medians)
  rm -rf "$cache/tamis"
  peak=$({ /usr/bin/time -f %M "$tamis" find --json --wait 600 "$task" >/dev/null; } 2>&1 | tail -1)
  sleep 0.1
  "$tamis" index >/dev/null
  disk=$("$tamis" index --status | sed -n 's/.* KiB, \([0-9]*\) % of the text.*/\1/p')
  warm=$(repeated "$tamis" find --json "$task")
  echo "$(basename "$(dirname "$tree")")/$(basename "$tree") $(rg --files | wc -l) $listing $warm $words $first $peak $disk" |
    awk '{ printf "%s %d | %d %d | %d %d | %.1f %.1f | %d %d | %d %d | %.1f %.1f | %d | %d\n", $1, $2, $3, $4, $5, $6,
      $5 / ($3 ? $3 : 1), $6 / ($4 ? $4 : 1), $7, $8, $9, $10, $9 / ($7 ? $7 : 1), $10 / ($8 ? $8 : 1), $11 / 1024, $12 }'
  cd - >/dev/null
done
