"""E1, meaning: a table trained on every kind of pair, useful at every prefix of its vector."""

import numpy as np

import views
from contrast import Table, fold, info_nce, train
from corpus import encoded_once
from holdout import root_of
from draws import Draws, Pairs, Spans

WIDTH, BATCH, SCALE, BLOCK = 1024, 1024, 20.0, 8
PREFIXES = (64, 128, 192)
HIDE = 0.5  # of sections and commits: part of the draws whose body loses the words of its title


def pair_sets(text, tokenizer):
    """All pair kinds with the share of batches each gets: plain English gets about half."""
    p, s = text.wide, text.synsets
    define, same = views.lemma_pairs(s)
    use, up = views.gloss_pairs(s)
    roots = np.unique([root_of(path) for path, _ in p["doc"]], return_inverse=True)[1]
    sections, commits = _sides(tokenizer, "section", p["doc"]), _sides(tokenizer, "commit", p["commit"])
    sets = [
        Pairs("section", *sections, 0.20, hide=HIDE, groups=roots),
        Pairs("commit", *commits, 0.08, hide=HIDE),
        Spans("section passage", sections[1], 0.15, groups=roots),
        Spans("commit passage", commits[1], 0.045),
    ]
    kinds = [
        ("code", p["code"], 0.08), ("question", p["qa"], 0.04), ("glossary", p["glossary"], 0.06),
        ("command", p["tldr"] + p["nl2bash"], 0.04), ("cause", views.cause_pairs(p), 0.06), ("define", define, 0.10),
        ("synonym", same, 0.06), ("example", use, 0.10), ("hypernym", up, 0.06), ("paraphrase", text.paraphrases, 0.12),
    ]
    return sets + [Pairs(name, *_sides(tokenizer, name, rows), share) for name, rows, share in kinds]


def _sides(tokenizer, name, rows):
    """Both sides of rows as ids."""
    return encoded_once(name, tokenizer, rows, (48, 256))


def loss(model, batches):
    """InfoNCE at the whole of the trained vector and at one prefix drawn by chance (Matryoshka)."""
    x, y = batches.both(model)
    prefix = int(batches.rng.choice(PREFIXES))
    return 0.5 * (info_nce(x, y, SCALE) + info_nce(x[:, :prefix], y[:, :prefix], SCALE)), len(x)


def widened(head, width):
    """head [inner, inner] and turned copies of it, up to width columns: every cosine stays what it was.

    A table of inner numbers a row has no more than inner independent directions, whatever the width of its vector; training
    the square head alone costs a quarter of the time.
    """
    inner = head.shape[1]
    rng = np.random.default_rng(21)
    turns = [np.eye(inner)] + [np.linalg.qr(rng.standard_normal((inner, inner)))[0] for _ in range(width // inner - 1)]
    return np.concatenate([head @ t for t in turns], 1).astype(np.float32)


def fit(text, tokenizer, vectors, idf, steps):
    """{"table", "head"}: float32 arrays of the trained space."""
    batches = Draws(pair_sets(text, tokenizer), BATCH, seed=101, block=BLOCK)
    log_weights = np.log(np.maximum(idf, 0.3) / 6)
    model = Table(vectors, log_weights, vectors.shape[1])
    train(model, batches, steps, loss, "E1", rate=0.005, weight_rate=0.01)
    return {"table": fold(model), "head": widened(model.heads[0].detach().numpy(), WIDTH)}
