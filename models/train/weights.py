#!/usr/bin/python3
"""Fits the weights of the 13 spaces in a search, on held-out training text.

    go run ./bench eval -data WORK/fit -dump WORK/fit.jsonl.gz
    python3 models/train/weights.py WORK/fit.jsonl.gz [MORE.jsonl.gz] [--sets docs,prose] [--show OTHER.jsonl.gz]

The dump holds for every question its candidates and their similarities in every space. Scores are those of engine/search: a
weighted mean of standard scores, drawn in where they are large, E12 added for the 256 best of the others. The climb starts at
the best single space with 1 % for each other one, and changes one weight at a time by factors, so a space gets weight only as far as
that raises the mean nDCG@10 of the sets. Prints the weights in percent, for models/catalog.go.
"""

import argparse
import gzip
import json
import math
from collections import defaultdict

import numpy as np

SPACES = ["E1", "E5", "E6", "E7", "E8", "E9", "E10", "E11", "E12", "E13"]
LATE, RERANKED, DEPTH, LEAST = SPACES.index("E12"), 256, 10, 0.01
FACTORS = (0.5, 0.75, 1.33, 2.0, 4.0, 8.0)
KNEE = 2.25  # of engine/search/standard.go


def drawn_in(scores):
    """Standard scores as they count: above the knee they grow as their logarithm does."""
    return np.where(scores > KNEE, KNEE * (1 + np.log(np.maximum(scores, KNEE) / KNEE)), scores)


class Asked:
    """One question: standard scores [candidates, spaces] (NaN where absent), similarities of E12, gains of the candidates."""

    def __init__(self, row):
        similar = np.array([[math.nan if x is None else x for x in row["sim"][s]] for s in SPACES], np.float64).T
        mean = np.array([row["mean"][s] if row["mean"][s] is not None else math.nan for s in SPACES])
        deviation = np.array([row["std"][s] if row["std"][s] is not None else math.nan for s in SPACES])
        self.scores = drawn_in((similar - mean) / np.maximum(deviation, 1e-9))
        self.late = similar[:, LATE]
        self.gains = np.array(row["rel"], np.float64)
        self.ideal = sum(g / math.log2(r + 2) for r, g in enumerate(row["gains"][:DEPTH]))
        self.held = ~np.isnan(self.scores)
        self.filled = np.nan_to_num(self.scores)

    def gain(self, weights):
        """nDCG@10 of the fused ranking under weights [spaces]."""
        others = weights.copy()
        others[LATE] = 0
        total = self.held @ others
        fused = self.filled @ others / np.maximum(total, 1e-12)
        gains = self.gains
        if weights[LATE] > 0:
            best = np.argpartition(-fused, RERANKED - 1)[:RERANKED] if len(fused) > RERANKED else np.arange(len(fused))
            fused, gains = self._rerank(fused[best], total[best], self.late[best], weights[LATE]), gains[best]
        order = np.argsort(-fused, kind="stable")[:DEPTH]
        return float((gains[order] / np.log2(np.arange(2, len(order) + 2))).sum()) / self.ideal

    @staticmethod
    def _rerank(fused, total, late, weight):
        """Fused scores with E12 counted in where a document has tokens."""
        has = ~np.isnan(late)
        if has.any():
            score = drawn_in((late[has] - late[has].mean()) / max(late[has].std(), 1e-9))
            fused[has] = (fused[has] * total[has] + score * weight) / (total[has] + weight)
        return fused


def read(path):
    """{set: [Asked]} of a dump."""
    sets = defaultdict(list)
    opener = gzip.open if str(path).endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8") as f:
        for line in f:
            row = json.loads(line)
            sets[row["set"]].append(Asked(row))
    return dict(sets)


def judge(sets, weights):
    """{set: mean nDCG@10}."""
    return {name: float(np.mean([q.gain(weights) for q in asked])) for name, asked in sets.items()}


def climb(sets, weights, rounds, value):
    """The weights (sum 1) at which no factor on one of them raises value(judge(sets, weights)) any more, or after rounds."""
    best = value(judge(sets, weights))
    for turn in range(rounds):
        before = best
        for i in range(len(weights)):
            for factor in FACTORS:
                other = weights.copy()
                other[i] = max(LEAST, other[i] * factor)
                other /= other.sum()
                now = value(judge(sets, other))
                if now > best + 1e-5:
                    best, weights = now, other
        print(f"round {turn + 1}: {100 * best:.2f} {percent(weights)}", flush=True)
        if best - before < 1e-4:
            break
    return weights


def percent(weights):
    """The weights as they stand in a table."""
    return " ".join(f"{s} {100 * w:.1f}" for s, w in zip(SPACES, weights))


def alone(sets):
    """{set: nDCG@10 of its best single space}, with the space's name."""
    single = {s: judge(sets, np.eye(len(SPACES))[i]) for i, s in enumerate(SPACES) if i != LATE}
    return {n: max((v[n], s) for s, v in single.items()) for n in sets}


def average(figures):
    """Mean over the sets, each with the same weight."""
    return float(np.mean(list(figures.values())))


def start(sets):
    """1 % for every space and the rest for the one that is best alone on average."""
    single = {i: average(judge(sets, np.eye(len(SPACES))[i])) for i in range(len(SPACES)) if i != LATE}
    weights = np.full(len(SPACES), 0.01)
    weights[max(single, key=single.get)] += 1 - weights.sum()
    return weights


def main():
    """Read, climb, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dump", nargs="+")
    parser.add_argument("--sets", help="sets to fit on, comma-separated (default: all in the dump)")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--show", help="a dump of other sets whose figures under the fitted weights are printed, and nothing more")
    options = parser.parse_args()
    sets = {name: asked for dump in options.dump for name, asked in read(dump).items()}
    if options.sets:
        unknown = [n for n in options.sets.split(",") if n not in sets]
        if unknown:
            parser.error(f"the dumps have no set {unknown[0]!r}: they have {', '.join(sets)}")
        sets = {n: sets[n] for n in options.sets.split(",")}
    weights = climb(sets, start(sets), options.rounds, average)
    for shown in filter(None, (sets, options.show and read(options.show))):
        singles = alone(shown)
        for name, value in judge(shown, weights).items():
            print(f"{name:20s} fused {100 * value:.1f}, best single {100 * singles[name][0]:.1f} ({singles[name][1]})")
    print(percent(weights))


if __name__ == "__main__":
    main()
