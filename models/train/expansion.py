"""Which related words a word stands for too: candidates for E13 from six kinds of evidence."""

from collections import defaultdict

import numpy as np
import scipy.sparse as sp

from inflection import families

TERMS = 8  # the id itself and seven others
INFLECTED = 0.6  # first strength of another form of the same word


def candidates(text, tokenizer, semantic_table, idf):
    """(related ids [V, 8], first strengths [V, 8]); column 0 is the id itself."""
    size = len(tokenizer)
    usable = _usable(tokenizer, idf)
    score = 0.8 * _translations(text, tokenizer, usable) + _listed(text, tokenizer, usable)
    score = score.tocsr()
    rows = semantic_table / np.maximum(np.linalg.norm(semantic_table, axis=1, keepdims=True), 1e-6)
    forms = _forms(text, tokenizer)
    related = np.tile(np.arange(size, dtype=np.int32)[:, None], (1, TERMS))
    strengths = np.full((size, TERMS), 0.01, np.float32)
    for low in range(0, size, 1024):
        block = rows[low : low + 1024] @ rows.T
        block = np.maximum(block - 0.35, 0) * usable[None] + 0.5 * score[low : low + 1024].toarray()
        block[np.arange(len(block)), np.arange(low, low + len(block))] = 0
        block *= usable[low : low + 1024, None]
        same = forms[low : low + 1024].toarray()
        block += 2 * same  # before all others, and for frequent words too
        best = np.argpartition(-block, TERMS - 1, axis=1)[:, : TERMS - 1]
        value = np.take_along_axis(block, best, 1)
        order = np.argsort(-value, axis=1, kind="stable")
        best, value = np.take_along_axis(best, order, 1), np.take_along_axis(value, order, 1)
        own = np.arange(low, low + len(block))[:, None]
        related[low : low + len(block), 1:] = np.where(value > 0.02, best, own)
        first = np.where(np.take_along_axis(same, best, 1) > 0, INFLECTED, np.clip(0.6 * value, 0.01, 0.6))
        strengths[low : low + len(block), 1:] = first
    return related, strengths


def _forms(text, tokenizer):
    """1 where two ids are forms of one word."""
    pairs = [(a, b) for family in families(text.synsets, tokenizer.vocab) for a in family for b in family if a != b]
    i, j = np.array(pairs, np.int64).reshape(-1, 2).T
    both = sp.csr_matrix((np.ones(len(pairs), np.float32), (i, j)), shape=(len(tokenizer),) * 2)
    return (both > 0).astype(np.float32)


def _usable(tokenizer, idf):
    """Ids that may stand for others or be stood for: words of three letters or more that are not everywhere."""
    usable = np.zeros(len(tokenizer), np.float32)
    for token, i in tokenizer.vocab.items():
        usable[i] = token.isalpha() and len(token) >= 3 and idf[i] > 3.0
    return usable


def _translations(text, tokenizer, usable):
    """How surely a word in a text's short side brings another into its long side (normalised PMI)."""
    size = len(tokenizer)
    sides = ([], [], [], [])
    number = 0
    for kind in ("doc", "commit", "code", "qa", "glossary"):
        for a, b in text.pairs[kind][:40_000]:
            left, right = set(tokenizer.encode(a, 32)), set(tokenizer.encode(b, 96))
            for side, ids in ((0, left), (2, right)):
                sides[side].extend(ids)
                sides[side + 1].extend([number] * len(ids))
            number += 1
    left = sp.csr_matrix((np.ones(len(sides[0]), np.float32), (sides[0], sides[1])), shape=(size, number))
    right = sp.csr_matrix((np.ones(len(sides[2]), np.float32), (sides[2], sides[3])), shape=(size, number))
    keep = sp.diags(usable)
    joint = (keep @ left @ right.T @ keep).tocoo()
    frequent = joint.data >= 4
    i, j, n = joint.row[frequent], joint.col[frequent], joint.data[frequent]
    p_left = np.asarray(left.sum(1)).ravel() / number
    p_right = np.asarray(right.sum(1)).ravel() / number
    value = np.log(n / number / (p_left[i] * p_right[j])) / -np.log(n / number)
    return sp.csr_matrix((np.maximum(value - 0.2, 0).astype(np.float32), (i, j)), shape=(size, size))


def _listed(text, tokenizer, usable):
    """Words that a dictionary calls the same (1), a kind of (½), or a paraphrase (1)."""
    found = defaultdict(float)

    def add(a, b, value):
        i, j = tokenizer.vocab.get(a.lower()), tokenizer.vocab.get(b.lower())
        if i is not None and j is not None and i != j and usable[i] and usable[j]:
            found[i, j] = max(found[i, j], value)

    for s in text.synsets.values():
        for a in s.words:
            for b in s.words:
                add(a, b, 0.7)
            for link in s.links.get("hypernym", [])[:1]:
                if link in text.synsets:
                    add(a, text.synsets[link].words[0], 0.35)
    for a, b in text.paraphrases:
        add(a, b, 1.0)
        add(b, a, 1.0)
    keys = np.array(list(found), dtype=np.int64).reshape(-1, 2)
    values = np.array(list(found.values()), dtype=np.float32)
    return sp.csr_matrix((values, (keys[:, 0], keys[:, 1])), shape=(len(tokenizer),) * 2)
