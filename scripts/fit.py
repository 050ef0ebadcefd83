#!/usr/bin/env python3
"""Refits the evaluator's weights and prints how good they are on repositories they were not fitted to.

  tamis measure --tasks TASKS.jsonl --trees DIR --features features.jsonl
  scripts/fit.py features.jsonl [more.jsonl ...] [--report features.jsonl] [--write crates/tamis/src/ranker/weights.tsv]

Each line of a features file is one task with its pool of candidates and their raw signals. A signal x enters three ways: x / max
over the pool, -ln(1 + rank by x), and x as it is. Weights are fitted list-wise (softmax over the pool, gold files sharing the mass,
L2 towards 0); the calibration is one logistic regression over the candidates of tasks the weights were not fitted to.
Figures are by cross-validation with whole repositories held out. Needs numpy and scipy.

The predictors of "this repository holds an answer" are fitted apart, by scripts/fit_answers.py.
"""
import argparse, json, math, zlib
import numpy as np
from scipy.optimize import minimize

RAW = {"path_mention", "frame", "quoted", "coverage", "coverage_title", "stem", "test", "docs", "example", "config", "foreign"}
RAW_ONLY = {"path_mention", "frame", "quoted", "test", "docs", "example", "config", "foreign", "stem", "coverage", "coverage_title"}
NEVER = {"learned", "habit"}  # silent in a first cycle, or where nothing was learned: set by hand, see docs/experiments.md

def load(path):
    tasks = []
    for line in open(path, encoding="utf-8"):
        t = json.loads(line)
        if not t["rows"]: t["rows"] = [["", [0.0] * len(t["signals"])]]
        t["paths"] = [r[0] for r in t["rows"]]
        x = np.array([r[1] for r in t["rows"]])
        t["x"], t["y"] = x, np.array([float(p in set(t["gold"])) for p in t["paths"]])
        del t["rows"]
        tasks.append(t)
    return tasks

def columns(names, drop=()):
    cols = []
    for i, n in enumerate(names):
        if n in NEVER or n in drop: continue
        if n not in RAW_ONLY: cols += [(i, "scaled"), (i, "rank")]
        if n in RAW: cols.append((i, "raw"))
    return cols

def features(t, cols):
    x = t["x"]; out = np.empty((len(x), len(cols)))
    for j, (i, how) in enumerate(cols):
        v = x[:, i]
        if how == "scaled": m = v.max(); out[:, j] = v / m if m > 0 else 0
        elif how == "rank": out[:, j] = -np.log1p(np.searchsorted(np.sort(-v), -v, side="left"))
        else: out[:, j] = v
    return out

def fit(tasks, l2):
    tasks = [t for t in tasks if t["y"].sum() > 0]
    big = np.concatenate([t["f"] for t in tasks]); sd = big.std(0) + 1e-9
    ends = np.cumsum([len(t["y"]) for t in tasks]); starts = np.concatenate([[0], ends[:-1]])
    X = big / sd; q = np.concatenate([t["y"] / t["y"].sum() for t in tasks]); tid = np.repeat(np.arange(len(tasks)), ends - starts)
    def loss(w):
        s = X @ w; m = np.maximum.reduceat(s, starts); e = np.exp(s - m[tid]); z = np.add.reduceat(e, starts)
        ll = (q * (s - m[tid])).sum() - np.log(z).sum()
        return -ll / len(tasks) + l2 * (w * w).sum(), -X.T @ (q - e / z[tid]) / len(tasks) + 2 * l2 * w
    return minimize(loss, np.zeros(X.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 300}).x / sd

def fold(repo, k): return zlib.crc32(repo.encode()) % k

def logistic(Z, y, l2=1e-6):
    def loss(w):
        s = Z @ w; p = 1 / (1 + np.exp(-np.clip(s, -30, 30)))
        return -np.mean(y * np.log(p + 1e-12) + (1 - y) * np.log(1 - p + 1e-12)) + l2 * (w * w).sum(), Z.T @ (p - y) / len(y) + 2 * l2 * w
    return minimize(loss, np.zeros(Z.shape[1]), jac=True, method="L-BFGS-B").x

def figures(ranked, gold):
    g = set(gold); n = len(g); hit = lambda k: len(g & set(ranked[:k]))
    dcg = sum(1 / math.log2(i + 2) for i, p in enumerate(ranked[:10]) if p in g)
    first = next((1 / (i + 1) for i, p in enumerate(ranked) if p in g), 0)
    return dict(acc1=hit(1) == n, acc5=hit(5) == n, acc10=hit(10) == n, hit1=hit(1) > 0, hit5=hit(5) > 0, rec10=hit(10) / n, mrr=first,
                ndcg=dcg / sum(1 / math.log2(i + 2) for i in range(min(10, n))))

def table(rows, by):
    groups = {}
    for r in rows: groups.setdefault(r[by], []).append(r["m"])
    keys = list(rows[0]["m"]); line = lambda name, ms: print(f"{name:<26}{len(ms):>5} " + "".join(f"{100*np.mean([m[k] for m in ms]):>8.1f}" for k in keys))
    print(f"{by:<26}{'n':>5} " + "".join(f"{k:>8}" for k in keys))
    for g in sorted(groups, key=lambda g: -len(groups[g])): line(g, groups[g])
    line("all", [r["m"] for r in rows])
    print(f"{'macro':<26}{'':>5} " + "".join(f"{100*np.mean([np.mean([m[k] for m in ms]) for ms in groups.values()]):>8.1f}" for k in keys))

def mcnemar(a, b):
    w = sum(x > y for x, y in zip(a, b)); l = sum(x < y for x, y in zip(a, b)); n = w + l
    return w, l, min(1.0, 2 * sum(math.comb(n, i) for i in range(min(w, l) + 1)) / 2 ** n) if n else 1.0

def main():
    ap = argparse.ArgumentParser(); ap.add_argument("files", nargs="+"); ap.add_argument("--report"); ap.add_argument("--write")
    ap.add_argument("--l2", type=float, default=0.003); ap.add_argument("--by", default="language"); ap.add_argument("--drop", default=""); ap.add_argument("--folds", type=int, default=10)
    ap.add_argument("--ablate", action="store_true"); ap.add_argument("--quiet", action="store_true")
    a = ap.parse_args()
    tasks = [t for f in a.files for t in load(f)]; names = tasks[0]["signals"]
    report_ids = {json.loads(l)["id"] for l in open(a.report or a.files[0])}
    def run(drop):
        cols = columns(names, drop)
        for t in tasks: t["f"] = features(t, cols)
        rows, base, calib = [], [], []
        for k in range(a.folds):
            w = fit([t for t in tasks if fold(t["repo"], a.folds) != k], a.l2)
            for t in tasks:
                if fold(t["repo"], a.folds) == k:
                    s = t["f"] @ w; order = sorted(range(len(s)), key=lambda i: (-s[i], t["paths"][i]))
                    calib.append((s, t))
                    if t["id"] in report_ids:
                        rows.append({**t, "m": figures([t["paths"][i] for i in order], t["gold"])}); base.append({**t, "m": figures(t["bm25"], t["gold"])})
        return cols, rows, base, calib
    drop = set(a.drop.split(",")) - {""}
    cols, rows, base, calib = run(drop)
    pool = np.mean([t["y"].sum() / len(set(t["gold"])) for t in tasks if t["id"] in report_ids])
    print(f"{len(rows)} tasks, pool holds {100*pool:.1f} % of the gold files")
    if not a.quiet:
        print("\nplain BM25"); table(base, a.by); print("\nsignals, repositories held out"); table(rows, a.by)
        for k in ("acc1", "acc5", "hit1"): print(k, "won/lost/p against BM25:", mcnemar([r["m"][k] for r in rows], [b["m"][k] for b in base]))
        print("\nby source"); table(base, "source"); table(rows, "source")
        for source in sorted({r["source"] for r in rows}):
            pairs = [(r["m"], b["m"]) for r, b in zip(rows, base) if r["source"] == source]
            if len(pairs) >= 40:
                tests = {k: mcnemar([x[k] for x, _ in pairs], [y[k] for _, y in pairs]) for k in ("acc5", "hit1", "ndcg")}
                print(f"{source}: {len(pairs)} tasks, won/lost/p against BM25: " + ", ".join(f"{k} {w}/{l}/{p:.2g}" for k, (w, l, p) in tests.items()))
    key = lambda rows: {k: 100 * np.mean([r["m"][k] for r in rows]) for k in ("acc1", "acc5", "hit1", "rec10", "ndcg")}
    full = key(rows); print("all", {k: round(v, 2) for k, v in full.items()})
    if a.ablate:
        def ndcg(rows):
            groups = {}
            for r in rows: groups.setdefault(r[a.by], []).append(r["m"]["ndcg"])
            return {g: 100 * np.mean(v) for g, v in groups.items()}
        whole, held = ndcg(rows), {}
        for n in names:
            if n in NEVER: continue
            left = run(drop | {n})[1]; r = key(left); held[n] = ndcg(left)
            print(f"without {n:<16}", {k: round(r[k] - full[k], 2) for k in r}, "NDCG@10 won/lost/p without it: {}/{}/{:.2g}".format(*mcnemar([x["m"]["ndcg"] for x in left], [x["m"]["ndcg"] for x in rows])))
        print(f"\nNDCG@10 by {a.by}, without each signal\n{'':<16}" + "".join(f"{g[:10]:>11}" for g in whole))
        print(f"{'all of them':<16}" + "".join(f"{v:>11.1f}" for v in whole.values()))
        for n, v in held.items(): print(f"{n:<16}" + "".join(f"{v[g] - whole[g]:>+11.1f}" for g in whole))
        run(drop)
    # calibration over held-out scores: score, and lead over the best
    Z, Y, first = [], [], []
    for s, t in calib:
        top = s.max(); i = s.argmax(); second = np.sort(s)[-2] if len(s) > 1 else top - 5
        Z.append(np.stack([np.ones(len(s)), s, s - top], 1)); Y.append(t["y"])
    c = logistic(np.concatenate(Z), np.concatenate(Y))
    P = [1 / (1 + np.exp(-(z @ c))) for z in Z]
    flat, fy = np.concatenate(P), np.concatenate(Y)
    for lo, hi in ((.8, 1.01), (.7, .8), (.5, .7), (.2, .5), (.1, .2), (0, .1)):
        m = (flat >= lo) & (flat < hi); print(f"relevance {lo:.1f}-{min(hi,1):.1f}: {m.sum():6d} files, gold {100*fy[m].mean() if m.any() else 0:.1f} %")
    tops = [(p.max(), y[p.argmax()]) for p, y in zip(P, Y)]; ece = 0
    for b in range(10):
        m = [(p, y) for p, y in tops if b / 10 <= p < (b + 1) / 10 + (b == 9)]
        if m: ece += len(m) / len(tops) * abs(np.mean([p for p, _ in m]) - np.mean([y for _, y in m]))
    print(f"expected calibration error of the first file: {ece:.3f}; mean files >= 0.7 a task: {np.mean([(p>=.7).sum() for p in P]):.2f}")
    w = fit(tasks, a.l2)
    print("weights:", ", ".join(f"{names[i]}.{how} {v:.2f}" for (i, how), v in zip(cols, w)))
    if a.write:
        grid = {n: {"scaled": 0.0, "rank": 0.0, "raw": 0.0} for n in names}
        for (i, how), v in zip(cols, w): grid[names[i]][how] = v
        old = {l.split("\t")[0]: l for l in open(a.write).read().splitlines() if "\t" in l}
        with open(a.write, "w") as f:
            f.write("# Weights of the evaluator. Refitted by scripts/fit.py, the last rows by scripts/fit_answers.py; docs/experiments.md says on what.\n")
            version = int(old.get("version", "version\t0").split("\t")[1]) + 1
            f.write(f"version\t{version}\n# signal\tscaled\trank\traw\n")
            for n in names:
                f.write(old[n] + "\n" if n in NEVER and n in old else n + "".join(f"\t{grid[n][h]:.4f}" for h in ("scaled", "rank", "raw")) + "\n")
            f.write("# score to probability: bias + slope * score + lead * (score - best score)\n")
            for n, v in zip(("bias", "slope", "lead"), c): f.write(f"{n}\t{v:.4f}\n")
            f.write("# probability to relevance, linear between these pairs\n" + old["anchors"] + "\n")
            f.write("# does the repository hold an answer: bias + sum of weight * (predictor - mean) >= 0\n")
            f.write("".join(l + "\n" for n, l in old.items() if n.startswith("answer_")))

if __name__ == "__main__": main()
