"""E12, late interaction: one vector a token, compared token by token (MaxSim).

The table is made from E1's and not trained further. On held-out training pairs (six fit sets, 100 questions each, BM25's
first 100 rescored half-and-half) contrastive training of MaxSim with documents of 160 ids gave nDCG@10 .671, the start
below .676, and training with documents of 64 ids .662.
"""

import numpy as np

from contrast import smaller
from runner import unit

# RARE: idf from which a token counts in full. KERNEL: weights of the tokens from two places before to two places after.
INNER, RARE, KERNEL = 128, 9.0, (0.1, 0.2, 1.0, 0.2, 0.1)


def weighted(vectors, idf):
    """Rows [ids, inner] whose MaxSim is weighted by rarity: share · unit row + (1 − share) · one common direction.

    A mean of best cosines counts every token of the question alike. Frequent ids start near a common direction that
    every text holds, so they match anything and decide nothing; share grows with idf and is 1 from idf = RARE on.
    """
    common = np.random.default_rng(112).standard_normal(vectors.shape[1])
    common /= np.linalg.norm(common)
    rows = unit(vectors)
    share = np.clip(idf / RARE, 0.05, 1)[:, None]
    return (share * rows + (1 - share) * common).astype(np.float32)


def unit_axes(table, inner=INNER):
    """Unit rows of table on their principal axes: with E1's row lengths the axes would serve the rare ids most."""
    return smaller(unit(table), inner)


def fit(semantic_table, idf):
    """{"table" [ids, 128], "kernel" [5, 128]} of E1's table and the idf of every id."""
    kernel = np.repeat(np.array(KERNEL, np.float32)[:, None], INNER, axis=1)
    return {"table": weighted(unit_axes(semantic_table), idf), "kernel": kernel}
