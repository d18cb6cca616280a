"""E1, meaning: a table trained on every kind of pair, useful at every prefix of its vector."""

import numpy as np

import views
from contrast import Table, fold, info_nce, train
from corpus import Batches, pair_set

WIDTH, BATCH, SCALE = 1024, 1024, 20.0
PREFIXES = (64, 128, 256, 512)


def pair_sets(text, tokenizer):
    """All pair kinds with the share of batches each gets: plain English gets about half."""
    p, s = text.pairs, text.synsets
    define, same = views.lemma_pairs(s)
    use, up = views.gloss_pairs(s)
    kinds = [
        ("section", p["doc"], 0.20, 0.5), ("commit", p["commit"], 0.08, 0.5), ("code", p["code"], 0.08, 0.0),
        ("question", p["qa"], 0.04, 0.0), ("glossary", p["glossary"], 0.06, 0.0),
        ("command", p["tldr"] + p["nl2bash"], 0.04, 0.0), ("cause", views.cause_pairs(p), 0.06, 0.0),
        ("define", define, 0.10, 0.0), ("synonym", same, 0.06, 0.0), ("example", use, 0.10, 0.0),
        ("hypernym", up, 0.06, 0.0), ("paraphrase", text.paraphrases, 0.12, 0.0),
    ]
    return [pair_set(n, tokenizer, rows, share, hide=hide) for n, rows, share, hide in kinds]


def loss(model, batches):
    """InfoNCE at the whole vector and at one prefix drawn by chance (Matryoshka)."""
    _, a, b = batches.bags()
    x, y = model(a), model(b)
    prefix = int(batches.rng.choice(PREFIXES))
    value = info_nce(x, y, SCALE) + info_nce(x[:, :prefix], y[:, :prefix], SCALE)
    return 0.5 * value, len(x)


def fit(text, tokenizer, vectors, idf, steps):
    """{"table", "head"}: float32 arrays of the trained space."""
    batches = Batches(pair_sets(text, tokenizer), BATCH, seed=101)
    log_weights = np.log(np.maximum(idf, 0.3) / 6)
    model = Table(vectors, log_weights, WIDTH)
    train(model, batches, steps, loss, "E1", rate=0.005, weight_rate=0.01)
    return {"table": fold(model), "head": model.heads[0].detach().numpy()}
