#!/usr/bin/env python3
"""aider's repository map as a peer of `tamis measure`: files in the order in which its ranked tags name them first.

  pip install --no-deps aider-chat==0.86.2
  pip install grep-ast==0.9.0 tree-sitter==0.25.2 tree-sitter-language-pack==0.13.0 networkx diskcache pygments tqdm scipy
  tamis measure ... --peer 'aider=python3 scripts/peers/aider_map.py {root}'

The task comes on standard input, and its words are the identifiers that are mentioned, as in a chat with no file added; `path:line-line`, the
line of a tag, goes out. The map's cache, which it would keep in the repository, lies in a temporary folder.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from aider.repomap import RepoMap

MOST = 200  # tags written


class Quiet:
    """What the map needs of a terminal: a reader of files."""

    def read_text(self, path, **_):
        try:
            return Path(path).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None

    def tool_output(self, *_, **__):
        pass

    tool_error = tool_warning = tool_output


class Counter:
    """Stands for a model; only its count of tokens is asked for."""

    def token_count(self, text):
        return len(text) / 4


def main():
    root, task = Path(sys.argv[1]).resolve(), sys.stdin.read()
    listed = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard", "-z"], capture_output=True).stdout
    names = [name for name in listed.decode("utf-8", "replace").split("\0") if name and (root / name).is_file()]
    with tempfile.TemporaryDirectory(prefix="aider-") as cache:
        RepoMap.TAGS_CACHE_DIR = cache
        tree = RepoMap(root=str(root), main_model=Counter(), io=Quiet())
        words = set(re.findall(r"\w+", task))
        named = {name for name in names if name in task or Path(name).name in task}
        tags = tree.get_ranked_tags(set(), [str(root / name) for name in names], named, words)
    for tag in tags[:MOST]:
        name, line = tag[0], tag.line + 1 if len(tag) > 1 else 1
        print(f"{name}:{line}-{line}")


main()
