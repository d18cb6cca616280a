"""What a static table answers, computed in numpy from the rounded arrays that the ONNX file holds."""

import numpy as np
import scipy.sparse as sp

from graph import Counts, rounded, rounded_columns
from graph_special import NAME, WORDS
from sparse import TYPICAL_LENGTH

LEAST_SHARE, ACTIVE_SHARE = 0.15, 0.05  # engine/backend/onnx and engine/fingerprint


class StaticRunner:
    """The same arithmetic as the graph of a dense space."""

    def __init__(self, tokenizer, table, head, limit=512, counts=None):
        self.tokenizer, self.limit = tokenizer, limit
        self.table, self.head = rounded(table), rounded_columns(head)
        self.counts = counts or Counts(np.ones(len(self.table)))

    def embed(self, texts):
        """Unit rows; a row of zeros is of a text in which no id counts."""
        lists = [np.array(self.tokenizer.encode(t, self.limit) or [1]) for t in texts]
        row = np.repeat(np.arange(len(lists)), [len(x) for x in lists])
        ids = np.concatenate(lists)
        weight = np.concatenate([self.counts.of(x) for x in lists])
        bag = sp.csr_matrix((weight, (row, ids)), shape=(len(lists), len(self.table)))
        return unit(unit(bag @ self.table) @ self.head)


class MentionRunner:
    """The same arithmetic as the graph of E8 (graph_special.mentions)."""

    def __init__(self, tokenizer, arrays, limit=512):
        self.tokenizer, self.limit = tokenizer, limit
        self.table, self.signs, self.weights = rounded(arrays["table"]), arrays["signs"].astype(np.float32), arrays["weights"]

    def embed(self, texts):
        """Unit rows [texts, 384]."""
        return np.array([self._one(np.array(self.tokenizer.encode(t, self.limit) or [1])) for t in texts], np.float32)

    def _one(self, ids):
        _, place, counts = np.unique(ids, return_inverse=True, return_counts=True)
        thin = 1 / np.sqrt(counts[place])[:, None]
        words = unit((self.signs[ids] * self.weights[ids][:, None] * thin).sum(0))
        return unit(np.concatenate([(1 - WORDS) ** 0.5 * unit((self.table[ids] * thin).sum(0)), WORDS**0.5 * words * (len(ids) > NAME)]))


def unit(rows):
    """Rows of length 1."""
    return rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-6)


class TermRunner:
    """terms(texts) → sparse weights [texts, vocabulary], the same arithmetic as the E6 and E13 graphs, and what the engine
    keeps of it: terms of at least LEAST_SHARE of the heaviest, at most ACTIVE_SHARE of the vocabulary."""

    def __init__(self, tokenizer, arrays, limit):
        self.tokenizer, self.arrays, self.limit = tokenizer, arrays, limit
        self.k, self.b = float(arrays["k"]), float(arrays["b"])

    def terms(self, texts):
        a, size = self.arrays, len(self.tokenizer)
        ids, values, owner = [], [], []
        for row, text in enumerate(texts):
            found, counts = np.unique(self.tokenizer.encode(text, self.limit) or [1], return_counts=True)
            norm = self.k * (1 - self.b + self.b * counts.sum() / TYPICAL_LENGTH)
            weight = a["weights"][found] * counts * (self.k + 1) / (counts + norm)
            if "related" in a:
                strengths = np.round(a["strengths"][found] * 255) / 255
                weight = (weight[:, None] * strengths).ravel()
                found = a["related"][found].ravel()
            order = np.argsort(weight, kind="stable")
            order = order[weight[order] >= LEAST_SHARE * weight.max()]
            best = dict(zip(found[order].tolist(), weight[order].tolist()))
            best = dict(list(best.items())[-int(ACTIVE_SHARE * size) :])
            ids += best.keys()
            values += best.values()
            owner += [row] * len(best)
        return sp.csr_matrix((np.array(values, np.float32), (owner, ids)), shape=(len(texts), size))


class TokenRunner:
    """tokens(text) → [length, 128], the same arithmetic as the E12 graph; score() is MaxSim."""

    def __init__(self, tokenizer, table, kernel, limit=512):
        self.tokenizer, self.limit = tokenizer, limit
        self.table, self.kernel = rounded(table), kernel

    def tokens(self, text):
        x = self.table[self.tokenizer.encode(text, self.limit) or [1]]
        reach = len(self.kernel) // 2
        mixed = self.kernel[reach] * x
        for n in range(1, min(reach, len(x) - 1) + 1):
            mixed[n:] += self.kernel[reach - n] * x[:-n]
            mixed[:-n] += self.kernel[reach + n] * x[n:]
        return unit(mixed)

    def score(self, queries, docs):
        """Scores [queries, docs]: mean over the query's tokens of the best cosine in the document."""
        asked = [self.tokens(q) for q in queries]
        border = np.concatenate([[0], np.cumsum([len(q) for q in asked])])
        every = np.concatenate(asked)
        columns = []
        for doc in docs:
            best = (every @ self.tokens(doc).T).max(1)
            columns.append(np.add.reduceat(best, border[:-1]) / np.diff(border))
        return np.array(columns, np.float32).T
