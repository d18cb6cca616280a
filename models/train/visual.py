"""E10, things that can be seen: the text side of a picture space, weighted towards concrete words."""

import numpy as np

import apart
import views
from inflection import forms
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


# Of the projection: directions that passages share most, which are left out. Of the words: the share of concrete senses from which a word counts
# in full, what an abstract one counts, and the share from which a word is concrete enough for a text to have a value.
COMMON, FULL, ABSTRACT, CONCRETE = 40, 0.4, 0.6, 0.5


def senses(synsets, tokenizer):
    """[ids] share of a word's senses, or of those of its base form, that are things or motions one can see; 0 for what the dictionary lacks."""
    counts = {}
    for s in synsets.values():
        seen = s.file in views.CONCRETE or views._visual(s)
        for word in {w.lower() for w in s.words if w.isalpha()}:
            counts.setdefault(word, [0, 0])[seen] += 1
    share = np.zeros(len(tokenizer))
    for word, (other, seen) in counts.items():
        for form in (word, *forms(word, True)):
            i = tokenizer.vocab.get(form)
            if i is not None:
                share[i] = max(share[i], seen / (seen + other))
    return share


def counted(share):
    """{"shares", "needed"} [ids]: how much a word counts, and whether it is concrete."""
    shares = ABSTRACT + (1 - ABSTRACT) * np.clip((share - 0.1) / (FULL - 0.1), 0, 1)
    return {"shares": shares.astype(np.float32), "needed": (share >= CONCRETE).astype(np.float32)}


def loss(model, batches):
    """In-batch negatives."""
    _, a, b = batches.bags()
    x, y = model(a), model(b)
    return info_nce(x, y, SCALE), len(x)


def finish(text, tokenizer, table, meaning):
    """{"head", "shares", "needed"} for a trained table."""
    found = counted(senses(text.synsets, tokenizer))
    passages = apart.Passages(tokenizer, text.wide["doc"], table * found["shares"][:, None], meaning)
    return {"head": apart.without_common(spread(table.shape[1], WIDTH, seed=110), passages, COMMON), **found}


def fit(text, tokenizer, semantic_table, meaning, steps):
    """{"table", "head", "shares", "needed"}: starts from E1's whole table [ids, inner], concrete words weighing twice the others."""
    inner = semantic_table.shape[1]
    sets, names = pair_sets(text, tokenizer)
    model = Table(semantic_table, weights(tokenizer, names), inner)
    model.heads[0].requires_grad_(False)  # the identity: see code_space.spread
    train(model, Batches(sets, BATCH, seed=110), steps, loss, "E10", rate=0.002, weight_rate=0.01)
    table = fold(model)
    return {"table": table, **finish(text, tokenizer, table, meaning)}
