"""E5, cause and effect: one table, two heads; the score of a cause with its effect must beat the reverse."""

from itertools import chain

import numpy as np
import torch
import torch.nn.functional as F

import apart
import views
from code_space import spread
from contrast import Table, fold, info_nce, train
from graph import rounded_columns
from corpus import Batches, pair_set

WIDTH, BATCH, SCALE, DIRECTION, MINED = 768, 512, 16.0, 1.0, 100_000
# Directions that passages share most: which the score does without, and which likeness does without; how much more the own numbers of a head
# weigh than those of the score.
SCORED, LIKED, OWN = 16, 48, 3.0
RUNNING = ("advisories", "commit", "doc", "qa", "glossary")  # kinds whose b side is prose; of code it is the a side


def running_text(text):
    """All prose of the training text, and the examples and definitions of the dictionary."""
    wide = text.wide
    yield from chain.from_iterable((b for _, b in wide.get(kind, [])) for kind in RUNNING)
    yield from (a for a, _ in wide.get("code", []))
    for s in text.synsets.values():
        yield from s.examples
        yield s.definition


def pair_sets(text, tokenizer):
    """(cause, effect) pairs: labelled, WordNet's, and clauses mined by connectives.

    More than half of the batches are labelled pairs, the only everyday language among the three.
    """
    mined = views.mined_causes(running_text(text), MINED)
    return [
        pair_set("labelled", tokenizer, views.cause_pairs(text.pairs), 0.55, (48, 48), keep=0.8),
        pair_set("wordnet", tokenizer, views.wordnet_causes(text.synsets), 0.05, (48, 48)),
        pair_set("mined", tokenizer, mined, 0.40, (48, 48), keep=0.8),
    ]


def loss(model, batches):
    """In-batch negatives in the right direction, plus a margin over the same pair read backwards."""
    _, cause, effect = batches.bags()
    a, b = F.normalize(model.pool(cause), dim=1), F.normalize(model.pool(effect), dim=1)
    as_cause, as_effect = a @ model.heads[0], b @ model.heads[1]
    forward = info_nce(as_cause, as_effect, SCALE)
    right = F.cosine_similarity(as_cause, as_effect, dim=1)
    wrong = F.cosine_similarity(b @ model.heads[0], a @ model.heads[1], dim=1)
    return forward + DIRECTION * F.softplus(SCALE * (wrong - right)).mean(), len(a)


def projections(text, tokenizer, table, heads, meaning):
    """Both heads [inner, 768], turned so that likeness in E5 is not E1's over again.

    The score of a as the cause of b is a·S·b + a·D·b, with S symmetric and D antisymmetric: S says how near the two are, D alone tells a
    cause from its effect. S loses the directions that passages share most; D stays as it was trained. The likeness of two causes, and of
    two effects, is mostly that of numbers which take no part in the score: each head has its own, without more of these directions.
    """
    cause, effect = (rounded_columns(h) for h in heads)
    score = cause @ effect.T
    passages, whole = apart.Passages(tokenizer, text.wide["doc"], table, meaning), np.eye(table.shape[1])
    keep, plain = (apart.without_common(whole, passages, count) for count in (SCORED, LIKED))
    left, sizes, right = np.linalg.svd(keep @ (score + score.T) @ keep + score - score.T)
    own = np.sqrt(OWN * sizes.mean()) * plain
    none, first, second = np.zeros_like(own), spread(len(own), len(own), seed=105), spread(2 * len(own), 2 * len(own), seed=106)
    cause, effect = (side * np.sqrt(sizes) @ first for side in (left, right.T))
    # The score's numbers come first: the codes of engine/search are the signs of the leading 256.
    heads = (np.hstack([cause, np.hstack([own, none]) @ second]), np.hstack([effect, np.hstack([none, own]) @ second]))
    return [h.astype(np.float32) for h in heads]


def fit(text, tokenizer, semantic_table, meaning, steps):
    """{"table", "cause", "effect"}: starts from E1's whole table with equal heads, at low rates.

    E1 knows most of what goes with what. The former recipe (96 principal axes, twice the rates) chose worse: .726, now .741 on e-CARE dev.
    """
    batches = Batches(pair_sets(text, tokenizer), BATCH, seed=105)
    model = Table(semantic_table, np.zeros(len(semantic_table)), WIDTH, heads=2)
    with torch.no_grad():
        model.heads[1].copy_(model.heads[0])
    train(model, batches, steps, loss, "E5", rate=0.001, weight_rate=0.001)
    table = fold(model)
    cause, effect = projections(text, tokenizer, table, [h.detach().numpy() for h in model.heads], meaning)
    return {"table": table, "cause": cause, "effect": effect}
