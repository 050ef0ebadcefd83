#!/bin/sh
# probe as a peer of `tamis measure`: the task on standard input, the root as the argument, one `path:start-end` a line.
#   npm install @probelabs/probe      (or cargo install probe-code); needs jq
#   tamis measure ... --peer 'probe=scripts/peers/probe.sh {root}'
# A question of more than 1,000 characters is cut: probe reads it as words of one query.
task=$(head -c 1000)
probe search "$task" "$1" --format json --max-results 50 2>/dev/null | sed -n '/^{/,$p' |
    jq -r '.results[] | "\(.file):\(.lines[0])-\(.lines[1])"'
