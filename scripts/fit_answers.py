#!/usr/bin/env python3
"""Refits the predictors of "this repository holds an answer", and prints what they tell on repositories they were not fitted to.

  tamis measure --tasks TASKS.jsonl --trees DIR --features here.jsonl            the same for the tasks of scripts/foreign.py
  scripts/fit_answers.py --here here.jsonl [more.jsonl ...] --foreign foreign.jsonl [more.jsonl ...] [--write crates/tamis/src/ranker/weights.tsv]

Logistic over the predictors of a first cycle; the line between the two kinds is drawn where one answerable task of twenty-five is given up:
as many again have no file of the middle band. One predictor is the first file's score by the weights in use: where these change, dump again and
fit anew. Needs numpy and scipy.
"""
import argparse, json
import numpy as np
from fit import fold, logistic

LOST, FOLDS, L2 = 0.04, 10, 1e-4

def load(paths, kind):
    for path in paths:
        for line in open(path, encoding="utf-8"):
            t = json.loads(line)
            if t.get("predictors"): yield t["repo"], t["predictors"], kind, path

def main():
    ap = argparse.ArgumentParser(); ap.add_argument("--here", nargs="+", required=True); ap.add_argument("--foreign", nargs="+", required=True); ap.add_argument("--write")
    a = ap.parse_args()
    tasks = [*load(a.here, 1.0), *load(a.foreign, 0.0)]; names = list(tasks[0][1])
    X = np.array([[np.nan if p[n] is None else p[n] for n in names] for _, p, _, _ in tasks]); y = np.array([kind for *_, kind, _ in tasks])
    mean = np.nanmean(X, 0); X = np.where(np.isnan(X), 0, X - mean); sd = X.std(0) + 1e-9
    Z = np.concatenate([np.ones((len(X), 1)), X / sd], 1); folds = np.array([fold(repo, FOLDS) for repo, *_ in tasks])
    held, told = np.zeros(len(y)), np.zeros(len(y), bool)
    for k in range(FOLDS): held[folds == k] = Z[folds == k] @ logistic(Z[folds != k], y[folds != k], L2)
    for k in range(FOLDS):
        told[folds == k] = held[folds == k] < np.quantile(held[(y == 1) & (folds != k)], LOST)
    for path in a.here + a.foreign:
        own = np.array([p == path for *_, p in tasks]); print(f"{path}: {own.sum()} tasks, {100 * told[own].mean():.1f} % taken for foreign, repositories held out")
    own = np.array([kind for *_, kind, _ in tasks]) == 1; order = held.argsort().argsort()
    print(f"area under the curve, all: {(order[own].mean() - (own.sum() - 1) / 2) / (~own).sum():.3f}")
    w = logistic(Z, y, L2); line = np.quantile((Z @ w)[y == 1], LOST)
    rows = [f"answer_bias\t{w[0] - line:.4f}"] + [f"{n}\t{v:.4f}\t{m:.4f}" for n, v, m in zip(names, w[1:] / sd, mean)]
    print("\n".join(rows))
    if a.write:
        kept = [l for l in open(a.write).read().splitlines() if not l.startswith("answer_")]
        version = next(i for i, l in enumerate(kept) if l.startswith("version\t"))
        kept[version] = f"version\t{int(kept[version].split(chr(9))[1]) + 1}"
        open(a.write, "w").write("\n".join(kept + rows) + "\n")

if __name__ == "__main__": main()
