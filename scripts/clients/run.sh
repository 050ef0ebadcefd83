#!/usr/bin/env bash
# Drives `tamis mcp` with clients that nobody here wrote: the official Python SDK and the inspector's command line (on the official TypeScript SDK),
# over both transports. Needs python3 with venv, node with npm, and the registries they install from. Takes the binary as its argument.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
binary="$(realpath "$1")"
place="$(dirname "$binary")/../clients"

mkdir -p "$place"
[ -x "$place/python/bin/python" ] || python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check --requirement "$here/requirements.txt"
npm install --silent --no-audit --no-fund --prefix "$place/node" "$(cat "$here/inspector.txt")"

"$place/python/bin/python" "$here/drive.py" "$binary" "$place/node/node_modules/.bin/mcp-inspector-cli"
