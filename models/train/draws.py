"""Pairs that are cut again each time they are sampled, so that no round over them repeats the last."""

import numpy as np

from corpus import Batches, bag_of


class Pairs:
    """Pairs a[i] ↔ b[i]: at most limits ids a side, drawn in a share of the batches.

    hide: part of the draws in which b loses the ids of its a (or overlap is all that is learned).
    groups: a number a pair; pairs of one group are hard negatives of each other and travel in one batch.
    """

    def __init__(self, name, a, b, share, hide=0.0, limits=(48, 192), groups=None):
        self.name, self.a, self.b, self.share = name, a, b, share
        self.hide, self.limits, self.groups = hide, limits, groups

    def __len__(self):
        return len(self.a)

    def draw(self, rows, rng):
        """(lists of ids of one side, of the other)"""
        left = [self.a.text(i)[: self.limits[0]] for i in rows]
        right = [self.b.text(i)[: self.limits[1]] for i in rows]
        hidden = rng.random(len(rows)) < self.hide
        return left, [without(r, x) if h else r for x, r, h in zip(left, right, hidden)]


class Spans:
    """A passage of a text ↔ the rest of it: how prose answers prose (the inverse cloze task of Lee et al. 2019)."""

    def __init__(self, name, texts, share, lengths=(8, 32), least=40, groups=None):
        self.name, self.texts, self.share, self.lengths = name, texts, share, lengths
        self.rows = np.flatnonzero(np.diff(texts.offsets) >= least)
        self.groups = None if groups is None else groups[self.rows]

    def __len__(self):
        return len(self.rows)

    def draw(self, rows, rng):
        """(lists of ids of the passages, of the rests)"""
        left, right = [], []
        for i in self.rows[rows]:
            ids = self.texts.text(i)
            n = min(int(rng.integers(self.lengths[0], self.lengths[1] + 1)), len(ids) // 2)
            at = int(rng.integers(0, len(ids) - n + 1))
            left.append(ids[at : at + n])
            right.append(np.concatenate([ids[:at], ids[at + n :]]))
        return left, right


def without(ids, others, least=5):
    """ids that are not among others; all of them when fewer than least would be left."""
    rest = ids[~np.isin(ids, others)]
    return rest if len(rest) >= least else ids


def order(groups, rng, block):
    """Row numbers in drawing order: shuffled, with the rows of one group in runs of at most block."""
    rows = rng.permutation(len(groups))
    rows = rows[np.argsort(groups[rows], kind="stable")]
    starts = np.concatenate([[0], np.flatnonzero(np.diff(groups[rows])) + 1])
    sizes = np.diff(np.concatenate([starts, [len(rows)]]))
    inside = np.arange(len(rows)) - np.repeat(starts, sizes)
    run = np.cumsum(inside % block == 0) - 1
    return rows[np.argsort(rng.permutation(run[-1] + 1)[run], kind="stable")]


class Draws(Batches):
    """Batches of one kind at a time, from sets that cut their pairs when they are drawn."""

    def __init__(self, sets, size, seed, block):
        self.block = block
        super().__init__(sets, size, seed)

    def shuffled(self, chosen):
        if chosen.groups is None:
            return self.rng.permutation(len(chosen))
        return order(chosen.groups, self.rng, self.block)

    def both(self, model):
        """Vectors of both sides of the next batch, pooled in one go: one gradient as large as the table, not two."""
        chosen, rows = self.rows()
        left, right = chosen.draw(rows, self.rng)
        return model(bag_of(left + right)).split(len(left))
