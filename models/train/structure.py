"""E8, relations and structure: texts that stand near each other in a document, a history or in WordNet are near here."""

import numpy as np

import views
from contrast import Table, fold, info_nce, train
from corpus import Batches, pair_set

BATCH, SCALE = 1024, 20.0
# Numbers of the learned part and of the words; how much of what E1's table explains of the learned rows they lose.
LEARNED, SIGNS, KNOWN = 192, 192, 0.45
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


def finish(table, semantic_table):
    """{"table" [ids, 192], "signs" [ids, 192] int8 ±1, "weights" [ids]} of a trained table [ids, inner].

    What is learned is what structure adds to meaning: the rows without most of what E1's rows explain of them (least squares). The signs
    name each id by chance (random indexing, Kanerva et al. 2000), so that texts that mention the same are near whatever else they say.
    """
    known = semantic_table @ np.linalg.lstsq(semantic_table.astype(np.float64), table.astype(np.float64), rcond=None)[0]
    beyond = (table - KNOWN * known).astype(np.float32)
    directions = np.linalg.eigh(beyond.T @ beyond)[1][:, ::-1][:, :LEARNED]
    signs = np.random.default_rng(108).choice(np.array([-1, 1], np.int8), (len(table), SIGNS))
    return {"table": beyond @ directions, "signs": signs, "weights": np.linalg.norm(table, axis=1).astype(np.float32)}


def fit(text, tokenizer, semantic_table, steps):
    """What finish makes of a table that starts from E1's whole table [ids, inner] and learns structure."""
    inner = semantic_table.shape[1]
    batches = Batches(pair_sets(text, tokenizer), BATCH, seed=108)
    model = Table(semantic_table, np.zeros(len(semantic_table)), inner)
    model.heads[0].requires_grad_(False)  # the identity: see code_space.spread
    train(model, batches, steps, loss, "E8", rate=0.005, weight_rate=0.01)
    return finish(fold(model), semantic_table)
