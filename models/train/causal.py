"""E5, cause and effect: one table, two heads; the score of a cause with its effect must beat the reverse."""

from itertools import chain

import numpy as np
import torch
import torch.nn.functional as F

import views
from contrast import Table, fold, info_nce, smaller, train
from corpus import Batches, pair_set

WIDTH, INNER, BATCH, SCALE, DIRECTION, MINED = 768, 96, 768, 16.0, 2.0, 60_000


def pair_sets(text, tokenizer):
    """(cause, effect) pairs: labelled, WordNet's, and clauses mined by connectives."""
    p = text.pairs
    running = chain((b for _, b in p.get("advisories", [])), (b for _, b in p["commit"]), (b for _, b in p["doc"]), (b for _, b in p["qa"]), (b for _, b in p["glossary"]))
    mined = views.mined_causes(running, MINED)
    return [
        pair_set("labelled", tokenizer, views.cause_pairs(p), 0.30, (48, 48), keep=0.9),
        pair_set("wordnet", tokenizer, views.wordnet_causes(text.synsets), 0.05, (48, 48)),
        pair_set("mined", tokenizer, mined, 0.65, (48, 48), keep=0.9),
    ]


def loss(model, batches):
    """In-batch negatives in the right direction, plus a margin over the same pair read backwards."""
    _, cause, effect = batches.bags()
    a, b = F.normalize(model.pool(cause), dim=1), F.normalize(model.pool(effect), dim=1)
    as_cause, as_effect = a @ model.heads[0], b @ model.heads[1]
    forward = info_nce(as_cause, as_effect, SCALE)
    right = F.cosine_similarity(as_cause, as_effect, dim=1)
    wrong = F.cosine_similarity(b @ model.heads[0], a @ model.heads[1], dim=1)
    direction = F.softplus(SCALE * (wrong - right)).mean()
    return forward + DIRECTION * direction, len(a)


def fit(text, tokenizer, semantic_table, steps):
    """{"table", "cause", "effect"}: starts from E1's table reduced to 96 axes, since the labelled pairs are few."""
    batches = Batches(pair_sets(text, tokenizer), BATCH, seed=105)
    model = Table(smaller(semantic_table, INNER), np.zeros(len(semantic_table)), WIDTH, heads=2)
    with torch.no_grad():
        model.heads[1].copy_(model.heads[0])
    train(model, batches, steps, loss, "E5", rate=0.002, weight_rate=0.004)
    return {"table": fold(model), "cause": model.heads[0].detach().numpy(), "effect": model.heads[1].detach().numpy()}
