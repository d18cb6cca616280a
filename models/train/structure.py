"""E8, relations and structure: texts that stand near each other in a document or in WordNet are near here."""

import numpy as np

import views
from contrast import Table, fold, info_nce, smaller, train
from corpus import Batches, pair_set

WIDTH, INNER, BATCH, SCALE = 384, 96, 1024, 16.0


def pair_sets(text, tokenizer):
    """Parent and child sections, sections of one document, WordNet links, a commit and what it was about."""
    down, siblings = views.heading_pairs(text.pairs["doc"])
    return [
        pair_set("parent", tokenizer, down, 0.30, (32, 96), hide=0.3),
        pair_set("sibling", tokenizer, siblings, 0.35, (96, 96), keep=0.8),
        pair_set("commit", tokenizer, text.pairs["commit"], 0.15, (48, 96), hide=0.3),
        pair_set("wordnet", tokenizer, views.graph_pairs(text.synsets), 0.20, (48, 48)),
    ]


def loss(model, batches):
    """In-batch negatives."""
    _, a, b = batches.bags()
    x, y = model(a), model(b)
    return info_nce(x, y, SCALE), len(x)


def fit(text, tokenizer, semantic_table, steps):
    """{"table", "head"}: starts from E1's table reduced to 96 axes, then learns structure."""
    batches = Batches(pair_sets(text, tokenizer), BATCH, seed=108)
    model = Table(smaller(semantic_table, INNER), np.zeros(len(semantic_table)), WIDTH)
    train(model, batches, steps, loss, "E8", rate=0.003, weight_rate=0.01)
    return {"table": fold(model), "head": model.heads[0].detach().numpy()}
