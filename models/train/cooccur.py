"""Where a table starts: which subwords keep company in the training text (PPMI, truncated SVD)."""

import time

import numpy as np
import scipy.sparse as sp


def counts(encoded, size, window=5):
    """Symmetric co-occurrence counts [size, size] within a window, nearer neighbours weighing more; and unigram counts."""
    flat = np.concatenate([e.flat for e in encoded]).astype(np.int32)
    owner, base = [], 0
    for e in encoded:
        owner.append(np.repeat(np.arange(base, base + len(e)), np.diff(e.offsets)))
        base += len(e)
    texts = np.concatenate(owner)
    total = sp.csr_matrix((size, size), dtype=np.float32)
    for gap in range(1, window + 1):
        same = texts[:-gap] == texts[gap:]
        a, b = flat[:-gap][same], flat[gap:][same]
        one = sp.csr_matrix((np.full(len(a), 1.0 / gap, np.float32), (a, b)), shape=(size, size))
        total = total + one
    return total + total.T, np.bincount(flat, minlength=size)


def ppmi(matrix, shift=1.0, smooth=0.75):
    """Positive pointwise mutual information of a count matrix (context counts to the power smooth)."""
    m = matrix.tocoo()
    row = np.asarray(matrix.sum(1)).ravel() + 1e-9
    context = row**smooth
    value = np.log(m.data / row[m.row] / (context[m.col] / context.sum())) - np.log(shift)
    keep = value > 0
    return sp.csr_matrix((value[keep].astype(np.float32), (m.row[keep], m.col[keep])), shape=matrix.shape)


def reduce(matrix, width, seed=3, rounds=3):
    """Left singular vectors times the root of the singular values [n, width] (randomised SVD)."""
    rng = np.random.default_rng(seed)
    start = time.time()
    q = rng.standard_normal((matrix.shape[1], width + 16)).astype(np.float32)
    for i in range(rounds):
        q, _ = np.linalg.qr(matrix @ q)
        q, _ = np.linalg.qr(matrix.T @ q)
        print(f"svd: round {i + 1}/{rounds}, {time.time() - start:.0f} s", flush=True)
    u, s, _ = np.linalg.svd(matrix @ q, full_matrices=False)
    return (u[:, :width] * np.sqrt(s[:width])).astype(np.float32)
