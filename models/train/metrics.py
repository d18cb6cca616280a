"""How good a space is: rank correlation, nDCG@10, MRR, and a plain BM25 to compare with."""

import csv
import json
import math
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
from scipy.stats import spearmanr

from text import words


def read_sts(path):
    """[(score, sentence, sentence, genre)] of an STS benchmark file."""
    rows = []
    with open(path, encoding="utf-8") as f:
        for row in csv.reader(f, delimiter="\t", quoting=csv.QUOTE_NONE):
            rows.append((float(row[4]), row[5], row[6], row[0]))
    return rows


class Retrieval:
    """A BEIR folder: documents, queries, and which documents each query wants."""

    def __init__(self, folder, self_excluded=False):
        folder = Path(folder)
        self.name = folder.name
        self.doc_ids, self.docs = _read(folder / "corpus.jsonl")
        self.query_ids, self.queries = _read(folder / "queries.jsonl")
        where = {d: i for i, d in enumerate(self.doc_ids)}
        self.wanted = defaultdict(dict)
        with open(folder / "qrels.tsv", encoding="utf-8") as f:
            next(f)
            for line in f:
                q, d, score = line.split()
                if int(score) > 0 and d in where:
                    self.wanted[q][where[d]] = int(score)
        keep = [i for i, q in enumerate(self.query_ids) if self.wanted.get(q)]
        self.query_ids = [self.query_ids[i] for i in keep]
        self.queries = [self.queries[i] for i in keep]
        # A query that is itself a document (issue-links) is left out of its own ranking.
        self.own = [where.get(q) for q in self.query_ids] if self_excluded else [None] * len(keep)

    def judge(self, scores):
        """(nDCG@10, MRR) of a score matrix [queries, documents]."""
        gains, ranks = [], []
        for i, q in enumerate(self.query_ids):
            row = np.array(scores[i], dtype=np.float64)
            if self.own[i] is not None:
                row[self.own[i]] = -np.inf
            order = np.argsort(-row, kind="stable")[:1000]
            wanted = self.wanted[q]
            gain = sum(wanted[d] / math.log2(r + 2) for r, d in enumerate(order[:10]) if d in wanted)
            best = sum(s / math.log2(r + 2) for r, s in enumerate(sorted(wanted.values(), reverse=True)[:10]))
            gains.append(gain / best)
            ranks.append(next((1 / (r + 1) for r, d in enumerate(order) if d in wanted), 0.0))
        return float(np.mean(gains)), float(np.mean(ranks))


def _read(path):
    ids, texts = [], []
    with open(path, encoding="utf-8") as f:
        for line in f:
            row = json.loads(line)
            ids.append(row["_id"])
            texts.append((row.get("title", "") + " " + row["text"]).strip())
    return ids, texts


def bm25(task, k=1.2, b=0.75):
    """BM25 scores [queries, documents] over lower-cased words without punctuation."""
    docs = [Counter(w for w in words(d) if w[0].isalnum()) for d in task.docs]
    lengths = np.array([sum(d.values()) for d in docs], float)
    norm = k * (1 - b + b * lengths / lengths.mean())
    postings = defaultdict(list)
    for i, d in enumerate(docs):
        for w, n in d.items():
            postings[w].append((i, n))
    scores = np.zeros((len(task.queries), len(docs)))
    for q, text in enumerate(task.queries):
        for w in words(text):
            for i, n in postings.get(w, ()):
                idf = math.log(1 + (len(docs) - len(postings[w]) + 0.5) / (len(postings[w]) + 0.5))
                scores[q, i] += idf * n * (k + 1) / (n + norm[i])
    return scores


def spearman(vectors_a, vectors_b, gold):
    """Rank correlation of cosines with human scores."""
    cosines = (vectors_a * vectors_b).sum(1)
    return float(spearmanr(cosines, gold).correlation)
