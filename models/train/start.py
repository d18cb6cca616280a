"""The common starting point of the WordPiece spaces: co-occurrence vectors and smoothed idf of every subword."""

import hashlib
import os
import time
from pathlib import Path

import numpy as np

import cooccur
from corpus import encode

INNER = 256


def base(text, tokenizer):
    """(vectors [V, 256] with rows of mean length 1, idf [V]); kept in the work folder for this text and tokenizer."""
    path = text.work / "base.npz"
    stamp = f"{text.version} {text.left_out} {tokenizer.digest} {hashlib.sha256(Path(__file__).read_bytes()).hexdigest()}"
    if path.exists():
        saved = np.load(path)
        if "stamp" in saved and str(saved["stamp"]) == stamp:
            return saved["vectors"], saved["idf"]
    start = time.time()
    plain = [s.definition + " . " + " . ".join([*s.words, *s.examples]) for s in text.synsets.values()]
    for kind in ("glossary", "qa", "causal-cause", "causal-effect"):
        plain += [f"{a} {b}" for a, b in text.pairs.get(kind, [])]
    trade = []
    for kind in ("doc", "commit", "code", "tldr", "nl2bash"):
        trade += [f"{a} {b}" for a, b in text.pairs.get(kind, [])]
    encoded = [encode(tokenizer, plain, 120), encode(tokenizer, trade, 120)]
    print(f"base: {sum(len(e.flat) for e in encoded) / 1e6:.1f} M ids in {time.time() - start:.0f} s", flush=True)
    size = len(tokenizer)
    general, unigrams_g = cooccur.counts(encoded[:1], size)
    trade_counts, unigrams_t = cooccur.counts(encoded[1:], size)
    # Both halves weigh the same: the trade text is many times longer and would drown plain English.
    factor = unigrams_t.sum() / max(1, unigrams_g.sum())
    matrix = cooccur.ppmi(general * float(factor) + trade_counts)
    print(f"base: {matrix.nnz / 1e6:.1f} M associations, {time.time() - start:.0f} s", flush=True)
    vectors = cooccur.reduce(matrix, INNER)
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    rng = np.random.default_rng(11)
    noise = rng.standard_normal(vectors.shape).astype(np.float32) / np.sqrt(INNER)
    # Row length says how often an id was seen, not what it means: take it out; ids never seen get a random row.
    vectors = np.where(norms > 1e-4, vectors / np.maximum(norms, 1e-4), noise) + 0.05 * noise
    idf = smoothed_idf(encoded, size)
    new = path.with_suffix(".new.npz")
    np.savez(new, vectors=vectors.astype(np.float32), idf=idf, stamp=stamp)
    os.replace(new, path)
    return vectors.astype(np.float32), idf


def smoothed_idf(encoded, size):
    """log(1 + (N − n + ½)/(n + ½)) of every id, over all texts: N texts, n that hold the id."""
    seen, texts = np.zeros(size), 0
    for e in encoded:
        owner = np.repeat(np.arange(len(e)), np.diff(e.offsets))
        keys = np.unique(owner * size + e.flat)
        seen += np.bincount(keys % size, minlength=size)
        texts += len(e)
    return np.log(1 + (texts - seen + 0.5) / (seen + 0.5)).astype(np.float32)
