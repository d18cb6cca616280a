"""E7, code: byte-pair ids of source text; comments and questions near the code they describe."""

import numpy as np

import views
from contrast import Table, fold, info_nce, train
from corpus import Batches, pair_set

WIDTH, INNER, BATCH, SCALE, IDENTIFIERS = 1536, 192, 1024, 20.0, 60_000


def pair_sets(text, tokenizer):
    """Comment ↔ code, what a command does ↔ the command, a function's name ↔ its body."""
    p = text.pairs
    named = views.identifier_pairs(p["code"], IDENTIFIERS)
    return [
        pair_set("code", tokenizer, p["code"], 0.45, (48, 160), keep=0.9),
        pair_set("question", tokenizer, [(a.lower(), b) for a, b in p["code"]], 0.15, (16, 160), keep=0.8),
        pair_set("commented", tokenizer, [(a.lower(), _with_comment(a, b)) for a, b in p["code"]], 0.10, (24, 160), keep=0.5),
        pair_set("name", tokenizer, named, 0.15, (16, 160)),
        pair_set("command", tokenizer, p["tldr"] + p["nl2bash"], 0.15, (48, 48)),
    ]


def _with_comment(comment, body):
    """The function with its comment inside, as it stands in a source file; ids are dropped on both sides in training."""
    head, _, rest = body.partition("\n")
    return f"{head}\n    {comment}\n{rest}"


def start_table(tokenizer, wordpiece, semantic_table):
    """A first table for the byte pairs: each takes the mean of E1's rows for its letters, so meaning carries over."""
    back = {letter: byte for byte, letter in tokenizer.letters.items()}
    _, axes = np.linalg.eigh(semantic_table.T @ semantic_table)
    rows = semantic_table @ axes[:, ::-1][:, :INNER]
    rng = np.random.default_rng(107)
    # Blanks and brackets fill most of a function: their rows start short, or they would drown the words.
    table = 0.05 / np.sqrt(INNER) * rng.standard_normal((len(tokenizer), INNER))
    for token, i in tokenizer.vocab.items():
        if all(c in back for c in token):
            plain = bytes(back[c] for c in token).decode("utf-8", "ignore").strip()
            ids = wordpiece.encode(plain, 8) if plain else []
            if ids:
                table[i] += rows[ids].mean(0)
    return table.astype(np.float32)


def loss(model, batches):
    """In-batch negatives."""
    _, a, b = batches.bags()
    x, y = model(a), model(b)
    return info_nce(x, y, SCALE), len(x)


def fit(text, tokenizer, wordpiece, semantic_table, steps):
    """{"table", "head"}: float32 arrays of the trained space."""
    batches = Batches(pair_sets(text, tokenizer), BATCH, seed=107)
    table = start_table(tokenizer, wordpiece, semantic_table)
    model = Table(table, np.zeros(len(table)), WIDTH)
    train(model, batches, steps, loss, "E7", rate=0.006, weight_rate=0.02)
    return {"table": fold(model), "head": model.heads[0].detach().numpy()}
