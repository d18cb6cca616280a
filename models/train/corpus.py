"""How pairs of texts become batches of ids."""

import hashlib
import os
import time
from pathlib import Path

import numpy as np
import torch


class Encoded:
    """Many texts as one flat array of ids and their borders."""

    def __init__(self, flat, offsets):
        self.flat = flat
        self.offsets = offsets

    def __len__(self):
        return len(self.offsets) - 1

    def text(self, i):
        return self.flat[self.offsets[i] : self.offsets[i + 1]]

    def bag(self, rows, keep=1.0, rng=None):
        """(ids, offsets) tensors of the named rows, ready for embedding_bag; keep < 1 drops ids at random."""
        parts = [self.text(i) for i in rows]
        if keep < 1.0:
            parts = [p[rng.random(len(p)) < keep] if len(p) > 3 else p for p in parts]
        return bag_of(parts)

    def padded(self, rows, limit):
        """(ids [n, longest], mask [n, longest]) tensors of the named rows, at most limit ids each."""
        parts = [self.text(i)[:limit] for i in rows]
        longest = max(1, max(len(p) for p in parts))
        ids = np.zeros((len(parts), longest), np.int64)
        mask = np.zeros((len(parts), longest), np.float32)
        for i, p in enumerate(parts):
            ids[i, : len(p)] = p
            mask[i, : len(p)] = 1
        return torch.from_numpy(ids), torch.from_numpy(mask)


def bag_of(parts):
    """(ids, offsets) tensors of arrays of ids, ready for embedding_bag."""
    lengths = np.array([len(p) for p in parts], dtype=np.int64)
    offsets = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    flat = np.concatenate(parts) if parts else np.zeros(0, np.int32)
    return torch.from_numpy(flat.astype(np.int64)), torch.from_numpy(offsets)


def encode(tokenizer, texts, limit):
    """Encoded form of texts, at most limit ids each."""
    lists = [tokenizer.encode(t, limit) or [1] for t in texts]
    lengths = np.array([len(x) for x in lists], dtype=np.int64)
    flat = np.fromiter((i for x in lists for i in x), dtype=np.int32, count=int(lengths.sum()))
    return Encoded(flat, np.concatenate([[0], np.cumsum(lengths)]))


class PairSet:
    """Encoded pairs of one kind: a[i] belongs to b[i]; share is how often a batch is drawn from it."""

    def __init__(self, name, a, b, share, keep=1.0):
        self.name, self.a, self.b, self.share, self.keep = name, a, b, share, keep

    def __len__(self):
        return len(self.a)


def pair_set(name, tokenizer, pairs, share, limits=(48, 96), hide=0.0, keep=1.0, seed=1):
    """Encode pairs (or read them from the cache in the tokenizer's work folder, when there is one).

    hide: part of the pairs whose b loses the ids of its a (so that overlap is not all that is learned).
    """
    a, b = encoded_once(name, tokenizer, pairs, limits, hide, seed)
    return PairSet(name, a, b, share, keep)


def encoded_once(name, tokenizer, pairs, limits, hide=0.0, seed=1):
    """Encoded forms of both sides of pairs, at most limits ids each, from the tokenizer's cache folder when they are there."""
    start = time.time()
    path = None
    if tokenizer.cache_folder:
        digest = hashlib.sha256(repr((tokenizer.digest, limits, hide, seed)).encode())
        for pair in pairs:
            digest.update("\t".join(pair).encode("utf-8", "replace"))
        path = Path(tokenizer.cache_folder) / f"{digest.hexdigest()[:24]}.npz"
        if path.exists():
            kept = np.load(path)
            return Encoded(kept["a"], kept["ao"]), Encoded(kept["b"], kept["bo"])
    a, b = _encode_pairs(tokenizer, pairs, limits, hide, seed)
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(".new.npz")
        np.savez(new, a=a.flat, ao=a.offsets, b=b.flat, bo=b.offsets)
        os.replace(new, path)
    ids = len(a.flat) + len(b.flat)
    print(f"encode: {name}: {len(a):,} pairs, {ids / (time.time() - start + 1e-9) / 1e6:.2f} M ids/s", flush=True)
    return a, b


def _encode_pairs(tokenizer, pairs, limits, hide, seed):
    a = encode(tokenizer, (p[0] for p in pairs), limits[0])
    b = encode(tokenizer, (p[1] for p in pairs), limits[1])
    if hide > 0:
        rng = np.random.default_rng(seed)
        lists = []
        for i in range(len(a)):
            ids = b.text(i)
            if rng.random() < hide:
                rest = ids[~np.isin(ids, a.text(i))]
                ids = rest if len(rest) >= 5 else ids
            lists.append(ids)
        lengths = np.array([len(x) for x in lists], dtype=np.int64)
        b = Encoded(np.concatenate(lists), np.concatenate([[0], np.cumsum(lengths)]))
    return a, b


class Batches:
    """Draws batches of one kind at a time (in-batch negatives of the same kind are the harder ones), seeded."""

    def __init__(self, sets, size, seed):
        self.sets, self.size = sets, size
        self.rng = np.random.default_rng(seed)
        shares = np.array([s.share for s in sets], float)
        self.shares = shares / shares.sum()
        self.orders = [self.shuffled(s) for s in sets]
        self.at = [0] * len(sets)

    def shuffled(self, chosen):
        """Row numbers of a set in drawing order."""
        return self.rng.permutation(len(chosen))

    def rows(self):
        """(the pair set drawn, its row numbers)"""
        k = int(self.rng.choice(len(self.sets), p=self.shares))
        size = min(self.size, len(self.sets[k]))
        if self.at[k] + size > len(self.orders[k]):
            self.orders[k], self.at[k] = self.shuffled(self.sets[k]), 0
        rows = self.orders[k][self.at[k] : self.at[k] + size]
        self.at[k] += size
        return self.sets[k], rows

    def state_dict(self):
        """Where the drawing is: what a check-point keeps."""
        return {"rng": self.rng.bit_generator.state, "orders": self.orders, "at": list(self.at)}

    def load_state_dict(self, state):
        self.rng.bit_generator.state = state["rng"]
        self.orders, self.at = state["orders"], list(state["at"])

    def bags(self):
        """(the pair set, bag of a, bag of b)"""
        kind, rows = self.rows()
        return kind, kind.a.bag(rows, kind.keep, self.rng), kind.b.bag(rows, kind.keep, self.rng)
