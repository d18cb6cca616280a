"""E12, late interaction: one vector a token, compared token by token (MaxSim)."""

import numpy as np
import torch
import torch.nn.functional as F

import views
from contrast import smaller, train
from corpus import Batches, pair_set

INNER, BATCH, SCALE, LIMITS = 128, 80, 30.0, (16, 64)


class TokenTable(torch.nn.Module):
    """A table, then every token mixed with its two neighbours by a depthwise convolution of width 3.

    Frequent ids start near one common direction: every text holds them, so they match anything and decide nothing.
    """

    def __init__(self, vectors, idf):
        super().__init__()
        rng = np.random.default_rng(112)
        common = rng.standard_normal(vectors.shape[1])
        common /= np.linalg.norm(common)
        rows = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)
        share = np.clip(idf / 7, 0.05, 1)[:, None]
        self.vectors = torch.nn.Parameter(torch.tensor(share * rows + (1 - share) * common, dtype=torch.float32))
        kernel = torch.tensor([[0.1], [1.0], [0.1]]).repeat(1, vectors.shape[1])
        self.kernel = torch.nn.Parameter(kernel)

    def forward(self, ids, mask):
        """[n, length, 128] of length 1; masked neighbours count as zero."""
        x = self.vectors[ids] * mask[:, :, None]
        before = F.pad(x, (0, 0, 1, 0))[:, :-1]
        after = F.pad(x, (0, 0, 0, 1))[:, 1:]
        return F.normalize(self.kernel[0] * before + self.kernel[1] * x + self.kernel[2] * after, dim=2)


def pair_sets(text, tokenizer):
    """Short side asks, long side answers."""
    p, s = text.pairs, text.synsets
    define, _ = views.lemma_pairs(s)
    use, _ = views.gloss_pairs(s)
    kinds = [
        ("section", p["doc"], 0.35, 0.4), ("commit", p["commit"], 0.12, 0.4), ("code", p["code"], 0.12, 0.0),
        ("question", p["qa"], 0.08, 0.0), ("glossary", p["glossary"], 0.08, 0.0),
        ("define", define, 0.10, 0.0), ("example", use, 0.15, 0.0),
    ]
    return [pair_set(n, tokenizer, rows, share, limits=LIMITS, hide=hide) for n, rows, share, hide in kinds]


def max_sim(queries, query_mask, docs, doc_mask):
    """Scores [queries, docs]: the best document token for each query token, mean over the query's tokens."""
    n, m = len(queries), len(docs)
    cosines = queries.reshape(-1, INNER) @ docs.reshape(-1, INNER).T
    cosines = cosines.reshape(n, queries.shape[1], m, docs.shape[1]).masked_fill(doc_mask[None, None] == 0, -1.0)
    best = cosines.max(3).values * query_mask[:, :, None]
    return best.sum(1) / query_mask.sum(1)[:, None]


def loss(model, batches):
    """InfoNCE of MaxSim scores: the question against all answers of the batch, and back."""
    kind, rows = batches.rows()
    q, qm = kind.a.padded(rows, LIMITS[0])
    d, dm = kind.b.padded(rows, LIMITS[1])
    scores = SCALE * max_sim(model(q, qm), qm, model(d, dm), dm)
    target = torch.arange(len(scores))
    return F.cross_entropy(scores, target) + 0.3 * F.cross_entropy(scores.T, target), len(scores)


def fit(text, tokenizer, semantic_table, idf, steps):
    """{"table", "kernel"}: starts from E1's table reduced to 128 axes."""
    model = TokenTable(smaller(semantic_table, INNER), idf)
    train(model, Batches(pair_sets(text, tokenizer), BATCH, seed=112), steps, loss, "E12", rate=0.002, weight_rate=0.01)
    return {"table": model.vectors.detach().numpy(), "kernel": model.kernel.detach().numpy()}
