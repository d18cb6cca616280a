"""Keeps a space from being E1 over again: the directions that passages share are left out, or vectors are turned so that their similarities
follow E1's only so far.

The table stays as it is: what comes before the projection is pooled once, so that this takes seconds.
"""

from collections import defaultdict

import numpy as np
import scipy.sparse as sp
import torch
import torch.nn.functional as F

from corpus import encode
from graph import rounded
from holdout import root_of
from runner import unit

LENGTH = 60  # ids of a passage
PASSAGES, DOCUMENTS, DRAWN = 6, 2_500, 64  # passages of a document; documents in all, and in a draw
STEPS, WEIGHT = 150, 40.0  # of the learning; factor of the square of what the correlation is above its limit


def pooled(table, encoded, rows):
    """Unit vectors [rows, inner] of the named texts, as the graph has them before it projects."""
    parts = [encoded.text(i) for i in rows]
    owner = np.repeat(np.arange(len(parts)), [len(p) for p in parts])
    ids = np.concatenate(parts)
    bag = sp.csr_matrix((np.ones(len(ids), np.float32), (owner, ids)), shape=(len(parts), len(table)))
    return torch.from_numpy(np.ascontiguousarray(unit(bag @ rounded(table)), np.float32))


class Passages:
    """Pooled vectors of passages, in a space (table) and in E1 (meaning: its table, projected), document by document."""

    def __init__(self, tokenizer, sections, table, meaning, seed=4):
        documents = defaultdict(list)
        for path, body in sections:
            documents[root_of(path)].append(body)
        kept = [bodies[:40] for _, bodies in sorted(documents.items()) if len(bodies) >= PASSAGES]
        rng = np.random.default_rng(seed)
        chosen = rng.choice(len(kept), min(DOCUMENTS, len(kept)), replace=False)
        texts = encode(tokenizer, (b for d in chosen for b in (kept[d][i] for i in rng.choice(len(kept[d]), PASSAGES, replace=False))), LENGTH)
        self.documents = len(chosen)
        self.ours, self.known = (pooled(t, texts, range(len(texts))) for t in (table, meaning))

    def correlation(self, turn, rng):
        """Pearson's correlation of the similarities in E1 with those of turned vectors, over the pairs of a draw."""
        count = min(DRAWN, self.documents)
        rows = (rng.choice(self.documents, count, replace=False)[:, None] * PASSAGES + np.arange(PASSAGES)).ravel()
        left, right = pairs(count)
        x, y = self.ours[rows], self.known[rows]
        x = F.normalize(x @ turn, dim=1)
        return correlate((x[left] * x[right]).sum(1), (y[left] * y[right]).sum(1))

    def axes(self, count):
        """[inner, count]: the directions that the passages share most."""
        x = self.ours.numpy()
        return np.linalg.eigh(x.T @ x)[1][:, ::-1][:, :count].astype(np.float32)


def pairs(documents):
    """(left, right) places of the pairs in a draw: all within a document, and half as many of different ones."""
    within = [(d * PASSAGES + i, d * PASSAGES + j) for d in range(documents) for i in range(PASSAGES) for j in range(i)]
    rng, across = np.random.default_rng(61), []
    while documents > 1 and len(across) < len(within) // 2:
        a, b = (int(n) for n in rng.integers(0, documents * PASSAGES, 2))
        if a // PASSAGES != b // PASSAGES:
            across.append((a, b))
    return tuple(torch.tensor(side) for side in zip(*within, *across))


def correlate(x, y):
    """Pearson's correlation of two lists of numbers."""
    x, y = x - x.mean(), y - y.mean()
    return (x * y).sum() / (x.norm() * y.norm() + 1e-9)


class Pooled:
    """Both sides of the pairs of a kind, pooled; at most `most` of them."""

    def __init__(self, pairs_of_kind, table, most, seed=1):
        rows = np.random.default_rng(seed).choice(len(pairs_of_kind), min(most, len(pairs_of_kind)), replace=False)
        self.share, self.a, self.b = pairs_of_kind.share, pooled(table, pairs_of_kind.a, rows), pooled(table, pairs_of_kind.b, rows)


def without_common(head, passages, count):
    """The projection without the `count` directions that passages share most (Mu and Viswanath 2018)."""
    axes = passages.axes(count)
    return (head - axes @ (axes.T @ head)).astype(np.float32)


def learn(sets, passages, loss, most, keep, rate, batch, seed=1):
    """A turn [inner, inner] such that loss(x, y, turn) of the pairs in sets (Pooled) is small, the correlation with E1 is at most `most`,
    and vectors stay near what they were (keep: factor of the square of the change)."""
    rng = np.random.default_rng(seed)
    still = torch.eye(passages.ours.shape[1])
    turn = torch.nn.Parameter(still.clone())
    optimizer = torch.optim.Adam([turn], lr=rate)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda s: max(0.02, 1 - s / STEPS))
    shares = np.array([s.share for s in sets]) / sum(s.share for s in sets)
    for step in range(STEPS):
        correlation = passages.correlation(turn, rng)
        chosen = sets[int(rng.choice(len(sets), p=shares))]
        rows = rng.choice(len(chosen.a), min(batch, len(chosen.a)), replace=False)
        value = loss(chosen.a[rows], chosen.b[rows], turn) + WEIGHT * torch.relu(correlation - most) ** 2
        value = value + keep * ((turn - still) ** 2).sum()
        optimizer.zero_grad()
        value.backward()
        optimizer.step()
        schedule.step()
        if (step + 1) % 50 == 0:
            print(f"apart: step {step + 1}/{STEPS}, correlation with E1 {float(correlation):.3f}", flush=True)
    return turn.detach().numpy()
