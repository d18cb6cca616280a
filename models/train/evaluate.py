#!/usr/bin/python3
"""Measures every space on held-out data and writes the figures into the model cards.

    python3 models/train/evaluate.py --eval DIR --out models/compact --work DIR [--space E1,E5]

The arrays are those that train.py left in the work folder, rounded to int8 as in the ONNX files.
"""

import argparse
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np

import cards
import metrics
from graph import Counts
from runner import MentionRunner, StaticRunner, TermRunner, TokenRunner
from ship import SPACES, WINDOW, write_manifest
from sources import entity_name
from text import WordPiece

RETRIEVAL = ("cranfield", "medline", "longmemeval-mini", "citation-dev", "cosqa-dev", "issue-links")


class Bench:
    """The evaluation sets and the trained arrays; each method returns {figure: value} of one space."""

    def __init__(self, eval_dir, work, out):
        self.eval, self.work = Path(eval_dir), Path(work)
        self.wordpiece = WordPiece(Path(out) / "wordpiece" / "tokenizer.json")
        self.tasks = {n: metrics.Retrieval(self.eval / n, n == "issue-links") for n in RETRIEVAL}
        self.sts = metrics.read_sts(self.eval / "stsb" / "sts-dev.csv")
        self.bm25 = {}

    def arrays(self, space):
        return dict(np.load(self.work / f"{space}.npz"))

    def dense(self, space, head="head"):
        a = self.arrays(space)
        return StaticRunner(self.wordpiece, a["table"], a[head], counts=Counts.among(a))

    def bm25_scores(self, name):
        if name not in self.bm25:
            self.bm25[name] = metrics.bm25(self.tasks[name])
        return self.bm25[name]

    def spearman(self, runner, genre=None, among=None):
        """Over the pairs that runner has values for, and among too when it is given."""
        rows = [r for r in self.sts if genre is None or r[3] == genre]
        a, b = (runner.embed([r[i] for r in rows]) for i in (1, 2))
        kept = self.both(a, b) if among is None else self.both(a, b) & self.both(*(among.embed([r[i] for r in rows]) for i in (1, 2)))
        return metrics.spearman(a[kept], b[kept], np.array([r[0] for r in rows])[kept])

    @staticmethod
    def both(a, b):
        """Which pairs of rows have a value on either side."""
        return (np.linalg.norm(a, axis=1) > 0) & (np.linalg.norm(b, axis=1) > 0)

    def ranking(self, runner, name):
        task = self.tasks[name]
        return task.judge(runner.embed(task.queries) @ runner.embed(task.docs).T)

    def e1(self):
        runner = self.dense("E1")
        figures = {"STS-B dev Spearman": self.spearman(runner)}
        head = runner.head
        for width in (64, 128, 256, 512):
            runner.head = head[:, :width]
            figures[f"STS-B dev Spearman, first {width} numbers"] = self.spearman(runner)
        runner.head = head
        for name in RETRIEVAL:
            figures[f"{name} nDCG@10"] = self.ranking(runner, name)[0]
            figures[f"{name} nDCG@10 of BM25"] = self.tasks[name].judge(self.bm25_scores(name))[0]
        return figures

    def e5(self):
        cause, effect, plain = self.dense("E5", "cause"), self.dense("E5", "effect"), self.dense("E1")
        figures = {}
        for name, rows in (("e-CARE dev", self._ecare()), ("Balanced COPA dev", self._copa())):
            premises, first, second, asks, right = zip(*rows)
            asks, right = np.array(asks) == "cause", np.array(right)
            as_cause = [cause.embed(t) for t in (premises, first, second)]
            as_effect = [effect.embed(t) for t in (premises, first, second)]
            score = [np.where(asks, (as_cause[i] * as_effect[0]).sum(1), (as_cause[0] * as_effect[i]).sum(1)) for i in (1, 2)]
            figures[f"{name}: accuracy"] = float(np.mean((score[1] > score[0]) == right))
            e = [plain.embed(t) for t in (premises, first, second)]
            figures[f"{name}: accuracy of E1"] = float(np.mean(((e[0] * e[2]).sum(1) > (e[0] * e[1]).sum(1)) == right))
            answer = np.where(right == 1, 2, 1)
            n = np.arange(len(right))
            gold_cause, gold_effect = np.stack(as_cause), np.stack(as_effect)
            forward = np.where(asks, (gold_cause[answer, n] * gold_effect[0]).sum(1), (gold_cause[0] * gold_effect[answer, n]).sum(1))
            back = np.where(asks, (gold_cause[0] * gold_effect[answer, n]).sum(1), (gold_cause[answer, n] * gold_effect[0]).sum(1))
            figures[f"{name}: cause→effect above effect→cause"] = float(np.mean(forward > back))
        return figures

    def _ecare(self):
        with open(self.eval / "causal" / "e-care-dev.jsonl", encoding="utf-8") as f:
            rows = [json.loads(line) for line in f]
        return [(r["premise"], r["hypothesis1"], r["hypothesis2"], r["ask-for"], r["label"]) for r in rows]

    def _copa(self):
        items = ET.parse(self.eval / "causal" / "balanced-copa-dev.xml").getroot().iter("item")
        return [(i.find("p").text, i.find("a1").text, i.find("a2").text, i.get("asks-for"), int(i.get("most-plausible-alternative")) - 1) for i in items]

    def e6(self, space="E6"):
        runner = TermRunner(self.wordpiece, self.arrays(space), WINDOW)
        figures, most = {}, 0.0
        for name in RETRIEVAL:
            task = self.tasks[name]
            docs = runner.terms(task.docs)
            most = max(most, float(np.diff(docs.indptr).max()) / docs.shape[1])
            figures[f"{name} nDCG@10"] = task.judge((runner.terms(task.queries) @ docs.T).toarray())[0]
            figures[f"{name} nDCG@10 of BM25"] = task.judge(self.bm25_scores(name))[0]
        figures["most terms active in one document (part of 30,522)"] = most
        return figures

    def e13(self):
        return self.e6("E13")

    def e7(self):
        gain, rank = self.ranking(self.dense("E7"), "cosqa-dev")
        plain = self.ranking(self.dense("E1"), "cosqa-dev")
        figures = {"CoSQA dev MRR": rank, "CoSQA dev MRR of E1": plain[1], "CoSQA dev nDCG@10": gain, "CoSQA dev nDCG@10 of E1": plain[0]}
        held_out = "comments held out of training, to their functions: MRR"
        task = metrics.Retrieval(self.work / "fit" / "code", False)
        for space, mark in (("E7", ""), ("E1", " of E1")):
            runner = self.dense(space)
            figures[held_out + mark] = task.judge(runner.embed(task.queries) @ runner.embed(task.docs).T)[1]
        return figures

    def e8(self):
        figures = {}
        for space in ("E8", "E1"):
            mark = "" if space == "E8" else " of E1"
            runner = self.dense(space) if space == "E1" else MentionRunner(self.wordpiece, self.arrays(space))
            gain, rank = self.ranking(runner, "issue-links")
            figures[f"issue-links nDCG@10{mark}"], figures[f"issue-links MRR{mark}"] = gain, rank
            figures[f"issue-links edges: linked pair above a random one (AUC){mark}"] = self._edge_auc(runner)
        return figures

    def _edge_auc(self, runner):
        task = self.tasks["issue-links"]
        where = {d: i for i, d in enumerate(task.doc_ids)}
        with open(self.eval / "issue-links" / "edges.tsv", encoding="utf-8") as f:
            edges = [line.split() for line in f]
        pairs = [(where[e[0]], where[e[2]]) for e in edges if e[0] in where and e[2] in where]
        vectors = runner.embed(task.docs)
        left, right = np.array(pairs).T
        linked = (vectors[left] * vectors[right]).sum(1)
        other = (vectors[left] * vectors[np.random.default_rng(8).integers(0, len(vectors), len(left))]).sum(1)
        return float(np.mean(linked[:, None] > other[None]))

    def e10(self):
        ours, plain = self.dense("E10"), self.dense("E1")
        return {
            "STS-B dev captions Spearman": self.spearman(ours, "main-captions"),
            "STS-B dev captions Spearman of E1": self.spearman(plain, "main-captions", ours),
            "STS-B dev Spearman, all genres": self.spearman(ours),
        }

    def e11(self):
        a = self.arrays("E11")
        runner, names = self.dense("E11"), [str(n) for n in a["names"]]
        with open(self.eval / "triples" / "wn18rr-valid.txt", encoding="utf-8") as f:
            valid = [tuple(line.rstrip("\n").split("\t")) for line in f if line.strip()]
        train = json.loads((self.work / "triples.json").read_text())
        entities = sorted({x for h, _, t in [*train, *valid] for x in (h, t)})
        where = {e: i for i, e in enumerate(entities)}
        points = runner.embed([entity_name(e) for e in entities])
        known = {}
        for h, r, t in [*train, *valid]:
            known.setdefault((h, r, True), []).append(where[t])
            known.setdefault((t, r, False), []).append(where[h])
        steps = {n: a["steps"][i] for i, n in enumerate(names)}
        figures = {"entities": float(len(entities))}
        ranks = self._ranks(valid, points, where, known, steps)
        figures["WN18RR valid MRR (filtered, both sides)"] = float(np.mean(1 / ranks))
        for n in (1, 3, 10):
            figures[f"WN18RR valid hits@{n}"] = float(np.mean(ranks <= n))
        base = self._ranks(valid, self.dense("E1").embed([entity_name(e) for e in entities]), where, known, None)
        figures["WN18RR valid hits@10 of E1 (nearest name)"] = float(np.mean(base <= 10))
        return figures

    def _ranks(self, triples, points, where, known, steps):
        """Filtered rank of the right entity, asked for the tail and for the head of every triple."""
        asked = []
        for h, r, t in triples:
            step = 0.0 if steps is None else steps[r]
            asked.append((h, t, (h, r, True), points[where[h]] + step))
            asked.append((t, h, (t, r, False), points[where[t]] - step))
        ranks, nowhere = [], np.linalg.norm(points, axis=1) == 0  # names that have no point come last
        for low in range(0, len(asked), 256):
            part = asked[low : low + 256]
            # The order by −‖x − target‖ is that of x·target, since all points have length 1.
            block = np.stack([p[3] for p in part]) @ points.T
            for scores, (given, answer, key, _) in zip(block, part):
                scores[nowhere] = -np.inf
                gold = scores[where[answer]]
                scores[where[given]] = -np.inf
                scores[[i for i in known[key] if i != where[answer]]] = -np.inf
                ranks.append(1 + np.sum(scores > gold) + 0.5 * max(0, np.sum(scores == gold) - 1))
        return np.array(ranks)

    def e12(self):
        a = self.arrays("E12")
        runner = TokenRunner(self.wordpiece, a["table"], a["kernel"])
        figures = {}
        for name in ("cranfield", "medline", "longmemeval-mini", "citation-dev", "cosqa-dev"):
            task = self.tasks[name]
            scores, first = runner.score(task.queries, task.docs), self.bm25_scores(name)
            figures[f"{name} nDCG@10"] = task.judge(scores)[0]
            figures[f"{name} nDCG@10 of BM25"] = task.judge(first)[0]
            figures[f"{name} nDCG@10, BM25's first 100 rescored (z-scores, half and half)"] = task.judge(_rescored(first, scores))[0]
        return figures


def _rescored(first, second, depth=100):
    """The first stage's best documents ordered by the sum of both z-scores; the others stay behind."""
    out = np.full(first.shape, -1e9)
    for i, row in enumerate(first):
        best = np.argsort(-row, kind="stable")[:depth]
        z = [(s[best] - s[best].mean()) / (s[best].std() + 1e-9) for s in (row, second[i])]
        out[i, best] = z[0] + z[1]
    return out


def main():
    """Measure, print, and rewrite the cards and the manifest."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--eval", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--space", default=",".join(SPACES))
    options = parser.parse_args()
    bench = Bench(options.eval, options.work, options.out)
    for space in options.space.split(","):
        figures = getattr(bench, space.lower())()
        for name, value in figures.items():
            print(f"{space}: {name}: {value:.4f}", flush=True)
        cards.write(space, figures, Path(options.out), Path(options.work))
    write_manifest(options.out)


if __name__ == "__main__":
    main()
