"""E8, relations and structure: texts that stand near each other in a document, a history or in WordNet are near here."""

import numpy as np

import views
from code_space import spread
from contrast import Table, fold, info_nce, train
from corpus import Batches, pair_set

WIDTH, BATCH, SCALE = 384, 1024, 20.0
LONG = 128  # ids of a section or a commit


def pair_sets(text, tokenizer):
    """Parent and child sections, sections of one document, one that names another's title, a commit's subject and
    message, commits to one component, WordNet links."""
    sections, commits = text.wide["doc"], text.wide["commit"]
    down, siblings = views.heading_pairs(sections)
    # Of the two largest kinds every second pair: no more are drawn in a run, and encoding them takes minutes.
    return [
        pair_set("parent", tokenizer, down[::2], 0.12, (32, LONG), hide=0.3),
        pair_set("sibling", tokenizer, siblings, 0.10, (LONG, LONG), keep=0.8),
        pair_set("mention", tokenizer, views.mention_pairs(sections), 0.10, (LONG, LONG), keep=0.9),
        pair_set("commit", tokenizer, commits[::2], 0.28, (48, LONG), hide=0.1),
        pair_set("component", tokenizer, views.component_pairs(commits), 0.32, (LONG, LONG), keep=0.9),
        pair_set("wordnet", tokenizer, views.graph_pairs(text.synsets), 0.08, (48, 48)),
    ]


def loss(model, batches):
    """In-batch negatives."""
    _, a, b = batches.bags()
    x, y = model(a), model(b)
    return info_nce(x, y, SCALE), len(x)


def fit(text, tokenizer, semantic_table, steps):
    """{"table" [ids, inner], "head" [inner, 384]}: starts from E1's whole table [ids, inner], then learns structure."""
    inner = semantic_table.shape[1]
    batches = Batches(pair_sets(text, tokenizer), BATCH, seed=108)
    model = Table(semantic_table, np.zeros(len(semantic_table)), inner)
    model.heads[0].requires_grad_(False)  # the identity: see code_space.spread
    train(model, batches, steps, loss, "E8", rate=0.005, weight_rate=0.01)
    return {"table": fold(model), "head": spread(inner, WIDTH, seed=108)}
