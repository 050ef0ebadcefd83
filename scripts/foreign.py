#!/usr/bin/env python3
"""Puts tasks to repositories they are not about: every task gets the tree of another one, half of them of the same language.

  scripts/foreign.py tasks.jsonl [more.jsonl ...] --trees tasks-with-trees.jsonl [--titles] > foreign.jsonl

The trees are drawn from the tasks of --trees, by a fixed seed. --titles keeps the first line of a task alone, as people type it.
"""
import argparse, json, random

ap = argparse.ArgumentParser(); ap.add_argument("tasks", nargs="+"); ap.add_argument("--trees", required=True)
ap.add_argument("--titles", action="store_true"); ap.add_argument("--count", type=int, default=200)
a = ap.parse_args(); draw = random.Random(5)
tasks = [json.loads(line) for path in a.tasks for line in open(path, encoding="utf-8")]
trees = [json.loads(line) for line in open(a.trees, encoding="utf-8")]
for number, task in enumerate(draw.sample(tasks, min(a.count, len(tasks)))):
    others = [t for t in trees if t["repo"] != task["repo"]]
    alike = [t for t in others if t["language"] == task["language"]]
    tree = draw.choice(alike if number % 2 and alike else others)
    text = task["text"].strip().split("\n")[0] if a.titles else task["text"]
    print(json.dumps({**task, "id": f"foreign-{number}-" + task["id"], "text": text, "repo": tree["repo"], "base_commit": tree["base_commit"], "gold_files": [], "gold_lines": {}}))
