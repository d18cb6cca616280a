"""E6 and E13: which words distinguish a text from others, and (E13) which related words it stands for too."""

import math

import numpy as np
import torch
import torch.nn.functional as F

from contrast import train
from corpus import Batches, pair_set

BATCH, LIMITS = 192, (48, 160)
TEMPERED = 0.5  # how far that is taken back: not at all (0) lets common words outweigh names, wholly (1) does the reverse
TYPICAL_LENGTH = 80.0  # ids: the length at which a term's count is neither raised nor lowered


def start_weights(tokenizer, idf):
    """√idf, so that a match of query and document weighs idf; ids that are no word start near nothing."""
    weights = np.sqrt(np.maximum(idf - 0.8, 0.01))
    for token, i in tokenizer.vocab.items():
        if not any(c.isalnum() for c in token) or (token.startswith("[") and len(token) > 1):
            weights[i] = 0.02
    return weights.astype(np.float32)


def _reach(related, strengths):
    """Length of each id's own row of strengths (itself 1): a word that stands for many matches itself by all of them."""
    others = np.where(related[:, 1:] == related[:, :1], 0, strengths[:, 1:])
    return np.sqrt(1 + (others**2).sum(1)).astype(np.float32)


class Terms(torch.nn.Module):
    """Weight of a term = learned weight of its id × saturated count; expansion: id → K ids with strengths."""

    def __init__(self, weights, related=None, strengths=None):
        super().__init__()
        self.vectors = torch.nn.Parameter(torch.tensor(np.log(weights)))
        self.shape = torch.nn.Parameter(torch.tensor([math.log(1.0), 0.0]))  # log k, logit b
        self.heat = torch.nn.Parameter(torch.tensor(math.log(0.5)))
        self.related = None
        if related is not None:
            self.related = torch.from_numpy(related.astype(np.int64))
            self.strengths = torch.nn.Parameter(torch.tensor(np.log(strengths / (1 - strengths)), dtype=torch.float32))

    def saturation(self, counts, lengths):
        k, b = self.shape[0].exp(), torch.sigmoid(self.shape[1])
        return counts * (k + 1) / (counts + k * (1 - b + b * lengths / TYPICAL_LENGTH))

    def forward(self, ids, counts, lengths, columns, size):
        """Dense [n, size] weights over the batch's own columns (columns: id → column, −1 when absent there)."""
        weight = self.vectors.exp()[ids] * self.saturation(counts, lengths) * (counts > 0)
        if self.related is None:
            where = columns[ids]
        else:
            where = columns[self.related[ids]].flatten(1)
            weight = (weight[:, :, None] * self.strength(ids)).flatten(1)
            weight = weight * (where >= 0)
        out = torch.zeros(len(ids), size)
        return out.scatter_reduce(1, where.clamp(min=0), weight, reduce="amax", include_self=True)

    def strength(self, ids):
        """[…, K] strengths, the first (the id itself) always 1."""
        learned = torch.sigmoid(self.strengths)[ids]
        return torch.cat([torch.ones_like(learned[..., :1]), learned[..., 1:]], -1)


def unique_rows(encoded, rows):
    """(ids, counts, lengths) of texts as padded tensors of distinct ids."""
    parts = [np.unique(encoded.text(i), return_counts=True) for i in rows]
    longest = max(len(u) for u, _ in parts)
    ids = np.zeros((len(parts), longest), np.int64)
    counts = np.zeros((len(parts), longest), np.float32)
    for i, (u, n) in enumerate(parts):
        ids[i, : len(u)], counts[i, : len(u)] = u, n
    lengths = counts.sum(1, keepdims=True)
    return torch.from_numpy(ids), torch.from_numpy(counts), torch.from_numpy(lengths)


def loss(model, batches):
    """InfoNCE of dot products, plus a little pressure towards few and small weights."""
    kind, rows = batches.rows()
    a, b = unique_rows(kind.a, rows), unique_rows(kind.b, rows)
    present = torch.unique(torch.cat([a[0].flatten(), b[0].flatten()]))
    columns = torch.full((len(model.vectors),), -1, dtype=torch.int64)
    columns[present] = torch.arange(len(present))
    x = model(*a, columns, len(present))
    y = model(*b, columns, len(present))
    scores = model.heat.exp() * (x @ y.T)
    target = torch.arange(len(x))
    value = 0.5 * (F.cross_entropy(scores, target) + F.cross_entropy(scores.T, target))
    return value + 2e-4 * y.sum(1).mean(), len(x)


def pair_sets(text, tokenizer):
    """Questions and what answers them."""
    p = text.pairs
    kinds = [("section", p["doc"], 0.45, 0.25), ("commit", p["commit"], 0.15, 0.25), ("code", p["code"], 0.10, 0.0),
             ("question", p["qa"], 0.15, 0.0), ("glossary", p["glossary"], 0.15, 0.0)]
    return [pair_set(n, tokenizer, rows, share, limits=LIMITS, hide=hide) for n, rows, share, hide in kinds]


def fit(text, tokenizer, idf, steps, name, related=None, strengths=None):
    """{"weights", "k", "b"} and, with expansion, {"related", "strengths"}."""
    weights = start_weights(tokenizer, idf)
    if related is not None:
        weights = weights / _reach(related, strengths) ** TEMPERED
    model = Terms(weights, related, strengths)
    train(model, Batches(pair_sets(text, tokenizer), BATCH, seed=106), steps, loss, name, rate=0.01, weight_rate=0.02)
    with torch.no_grad():
        arrays = {
            "weights": model.vectors.exp().numpy(), "k": model.shape[0].exp().numpy(),
            "b": torch.sigmoid(model.shape[1]).numpy(),
        }
        if related is not None:
            arrays["related"] = related.astype(np.int32)
            arrays["strengths"] = model.strength(torch.arange(len(related))).numpy()
    return arrays
