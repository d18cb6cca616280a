"""E10, things that can be seen: the text side of a picture space, weighted towards concrete words."""

import numpy as np

import views
from code_space import spread
from contrast import Table, fold, info_nce, train
from corpus import Batches, pair_set

WIDTH, BATCH, SCALE = 768, 1024, 16.0


def pair_sets(text, tokenizer):
    """Concrete WordNet entries, and paraphrases of which one side names a concrete thing; also those names."""
    pairs, names = views.concrete_pairs(text.synsets)
    paraphrases = [p for p in text.paraphrases if p[0].lower() in names or p[1].lower() in names]
    sets = [
        pair_set("concrete", tokenizer, pairs, 0.7, (48, 48), keep=0.9),
        pair_set("paraphrase", tokenizer, paraphrases, 0.3, (16, 16)),
    ]
    return sets, names


def weights(tokenizer, names):
    """Log weight of every id: whole words that name concrete things above the others."""
    values = np.full(len(tokenizer), -0.35)
    for name in names:
        i = tokenizer.vocab.get(name)
        if i is not None:
            values[i] = 0.35
    return values


def loss(model, batches):
    """In-batch negatives."""
    _, a, b = batches.bags()
    x, y = model(a), model(b)
    return info_nce(x, y, SCALE), len(x)


def fit(text, tokenizer, semantic_table, steps):
    """{"table", "head"}: starts from E1's whole table [ids, inner], concrete words weighing twice the others."""
    inner = semantic_table.shape[1]
    sets, names = pair_sets(text, tokenizer)
    model = Table(semantic_table, weights(tokenizer, names), inner)
    model.heads[0].requires_grad_(False)  # the identity: see code_space.spread
    train(model, Batches(sets, BATCH, seed=110), steps, loss, "E10", rate=0.002, weight_rate=0.01)
    return {"table": fold(model), "head": spread(inner, WIDTH, seed=110)}
