"""Drives `tamis mcp` with the official Python SDK and the inspector's command line, over standard streams and HTTP.

    drive.py BINARY INSPECTOR

Started by run.sh, which installs both clients. Prints one line for each check that passed; stops at the first that does not.
"""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import asynccontextmanager
from pathlib import Path

from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError

BINARY, INSPECTOR = sys.argv[1:3]
FIXTURE = Path(__file__).parents[2] / "crates/tamis/tests/fixtures/rate-limit-ts"
TASK = "Add rate limiting to API endpoints"
# The handshake revisions, whichever is found by asking, and the stateless one.
MODES = ["legacy", "auto", "2026-07-28"]


def check(name, holds, shown=""):
    if not holds:
        sys.exit(f"FAILED {name}: {shown}")
    print(f"ok     {name}")


def standard_streams(root):
    return StdioServerParameters(command=BINARY, args=["mcp"], cwd=str(root), env=dict(os.environ))


@asynccontextmanager
async def http(root):
    server = await asyncio.create_subprocess_exec(
        BINARY, "mcp", "--http", "127.0.0.1:0", cwd=root, stderr=asyncio.subprocess.PIPE
    )
    try:
        line = (await server.stderr.readline()).decode()
        yield line.split()[-1]
    finally:
        server.kill()
        await server.wait()


async def converse(where, target, mode):
    """One client, from the tools to a follow-up and the errors."""
    name = f"python, {where}, {mode}"
    async with Client(target, mode=mode, read_timeout_seconds=60) as client:
        tools = (await client.list_tools()).tools
        check(f"{name}: tools", [tool.name for tool in tools] == ["find", "follow_up", "explain"], tools)
        check(f"{name}: read-only", all(tool.annotations.read_only_hint and tool.output_schema for tool in tools), tools)
        found = await client.call_tool("find", {"task": TASK, "cycles": 1, "budget": "4000"})
        # The client has checked the answer against the tool's output schema.
        answer = found.structured_content
        check(f"{name}: find", not found.is_error and answer["schema"] == "tamis/1" and answer["run"], found)
        said = {"run": answer["run"], "judgements": [{"path": "src/throttle.ts", "relevance": 1.0}]}
        more = (await client.call_tool("follow_up", said)).structured_content
        paths = [file["path"] for file in more["files"]]
        check(f"{name}: follow_up", "src/middleware/index.ts" in paths and "src/throttle.ts" not in paths, paths)
        why = await client.call_tool("explain", {"path": "src/throttle.ts", "task": TASK})
        check(f"{name}: explain", "src/throttle.ts" in why.content[0].text, why)
        wrong = await client.call_tool("find", {"task": TASK, "file_pattern": "*"})
        check(f"{name}: an error", wrong.is_error and "file_pattern" in wrong.content[0].text, wrong)
        try:
            await client.call_tool("grep", {})
            check(f"{name}: an unknown tool", False)
        except MCPError as error:
            check(f"{name}: an unknown tool", "the tools are find" in str(error), error)
        return answer


async def eight(url):
    """Eight clients of one server at once."""

    async def one():
        async with Client(url) as client:
            return (await client.call_tool("find", {"task": TASK})).structured_content

    answers = await asyncio.gather(*(one() for _ in range(8)))
    lists = {json.dumps(answer["files"]) for answer in answers}
    check("python, http: eight clients at once", len(lists) == 1, lists)


def inspect(name, target):
    def call(*words):
        done = subprocess.run([INSPECTOR, "--cli", *target, *words], capture_output=True, text=True, timeout=60)
        check(f"inspector, {name}: {words[1]}", done.returncode == 0, done.stderr)
        return json.loads(done.stdout)

    tools = call("--method", "tools/list")["tools"]
    check(f"inspector, {name}: three tools", len(tools) == 3, tools)
    arguments = ["--tool-arg", f"task={TASK}", "--tool-arg", "limit=2"]
    found = call("--method", "tools/call", "--tool-name", "find", *arguments)
    check(f"inspector, {name}: find", len(found["structuredContent"]["files"]) == 2, found)


async def main(root):
    answers = [await converse("stdio", standard_streams(root), mode) for mode in MODES]
    inspect("stdio", [BINARY, "mcp", "--root", str(root)])
    async with http(root) as url:
        answers += [await converse("http", url, mode) for mode in MODES]
        await eight(url)
        inspect("http", [url, "--transport", "http"])
    lists = {json.dumps(answer["files"]) for answer in answers}
    check("the same files over every way in", len(lists) == 1, lists)


with tempfile.TemporaryDirectory() as folder:
    root = Path(folder) / "root"
    shutil.copytree(FIXTURE, root)
    os.environ["XDG_CACHE_HOME"] = str(Path(folder) / "cache")
    asyncio.run(main(root))
