"""E7, code: E1's table taught code; comments, questions and names near the functions they belong to.

It keeps E1's tokenizer: after 300 steps of this recipe CoSQA dev MRR was .369 with it, .356 with byte pairs of its own
(comment to code, both .81), and a text is then tokenised once for both spaces.
"""

import numpy as np

import apart
import views
from contrast import Table, fold, info_nce, train
from corpus import Batches, PairSet, encode, pair_set

WIDTH, BATCH, SCALE = 1536, 1024, 20.0
BODY, NAMES, COMMENTED = 192, 80_000, 60_000  # ids of a function; pairs of the two views that need their own bodies


# Of the learning of the projection: code pairs it is made of, pairs of a view with its own body, pairs of a kind, share of the
# functions of one name, and the correlation with E1 that it is held to, which on pages of other projects comes out lower.
SAMPLE, VIEW, KIND, SAME, MOST = 60_000, 12_000, 20_000, 0.4, 0.84


def pair_sets(text, tokenizer, code=None, names=NAMES, commented=COMMENTED):
    """Comment ↔ code by language, typed question ↔ code, question and name ↔ commented code, what a command does ↔ command.

    A batch holds one language, so that its negatives are of that language too; Python gets the largest share, and the
    questions, because that is what people ask search engines about most.
    """
    code = views.distinct_code(text.wide["code"] if code is None else code)
    spoken = {name: [p for p in code if views.language(p[1]) == name] for name in ("python", "go", "other")}
    shares = {"python": 0.25, "go": 0.12, "other": 0.13}
    sets = [pair_set(name, tokenizer, rows, shares[name], (64, BODY), keep=0.9) for name, rows in spoken.items()]
    python = spoken["python"]
    typed = [views.typed_question(comment) for comment, _ in python]
    # Half of the questions name the language, as people do; the functions are already encoded.
    asked = encode(tokenizer, ("python " * (i % 2) + question for i, question in enumerate(typed)), 16)
    sets.append(PairSet("question", asked, sets[0].b, 0.20, 0.9))
    inside = [(question, views.with_comment(*pair)) for question, pair in zip(typed, python[:commented])]
    # Ids are dropped on both sides, or the comment inside would be all that is looked at.
    sets.append(pair_set("commented", tokenizer, inside, 0.10, (16, BODY), keep=0.5))
    sets.append(pair_set("name", tokenizer, views.name_pairs(code, names), 0.10, (12, BODY), keep=0.9))
    sets.append(pair_set("command", tokenizer, text.pairs["tldr"] + text.pairs["nl2bash"], 0.10, (48, 48)))
    return sets


def loss(model, batches):
    """In-batch negatives."""
    _, a, b = batches.bags()
    x, y = model(a), model(b)
    return info_nce(x, y, SCALE), len(x)


def spread(inner, width, seed):
    """Projection [inner, width] with orthonormal rows: cosines stay as they are, and every number carries a like part.

    Pooling is a sum, so the rows of the table can take up what a learned projection would do; training without one
    costs a sixth of the multiplications.
    """
    if width < inner:
        raise ValueError(f"a head of {width} numbers cannot keep {inner} axes: reduce the table first (contrast.smaller)")
    normal = np.random.default_rng(seed).standard_normal((width, inner))
    return np.ascontiguousarray(np.linalg.qr(normal)[0].T.astype(np.float32))


def projection(text, tokenizer, table, meaning):
    """The head [inner, 1536] for a trained table: code finds code and questions theirs, and prose is not E1 over again."""
    sets = pair_sets(text, tokenizer, text.wide["code"][:SAMPLE], VIEW, VIEW)
    same = pair_set("same name", tokenizer, views.same_name_pairs(text.wide["code"][: 2 * SAMPLE]), SAME, (BODY, BODY))
    sets = [apart.Pooled(s, table, KIND) for s in [*sets, same] if len(s)]
    passages = apart.Passages(tokenizer, text.wide["doc"], table, meaning)
    turn = apart.learn(sets, passages, lambda x, y, turn: info_nce(x @ turn, y @ turn, SCALE), MOST, keep=0.03, rate=0.005, batch=512)
    return (turn @ spread(table.shape[1], WIDTH, seed=107)).astype(np.float32)


def fit(text, tokenizer, semantic_table, meaning, steps):
    """{"table" [ids, inner], "head" [inner, 1536]}: starts from E1's table [ids, inner]; meaning is that table, projected."""
    inner = semantic_table.shape[1]
    batches = Batches(pair_sets(text, tokenizer), BATCH, seed=107)
    model = Table(semantic_table, np.zeros(len(semantic_table)), inner)
    model.heads[0].requires_grad_(False)  # the identity
    train(model, batches, steps, loss, "E7", rate=0.004, weight_rate=0.02)
    table = fold(model)
    return {"table": table, "head": projection(text, tokenizer, table, meaning)}
