"""E11, entities: names as points, other names of one thing near it, and relations as steps between them (TransE over text)."""

import json
import re

import numpy as np
import torch
import torch.nn.functional as F

import named
import sources
import views
from code_space import spread
from contrast import Table, fold, train
from corpus import bag_of, encode, encoded_once
from draws import Draws, Pairs

WIDTH, BATCH, SCALE, BLOCK = 384, 1024, 20.0, 8
RATE, WEIGHT_RATE = 0.012, 0.006
# Parts of the batches. Rates, shares and steps were chosen on 2,000 triples and the names of a twelfth of the things, both
# held out of the training text.
SHARES = {"triple": 0.43, "thing": 0.22, "acronym": 0.06, "paraphrase": 0.13, "same": 0.07, "meaning": 0.09}
BARE, SAME_FRAME = 0.25, 0.35  # parts of the blocks whose names stand alone, and whose two sides stand in one sentence
WHOLE = 4  # ids: a text of at most this many is a name as it is; of a longer one only the subwords of names count
NAME, PART = 16, 20  # ids of a name, and of the text before or after it in a frame
SHORT = re.compile(r"\(([A-Z][A-Za-z]*[A-Z])s?\)")


class Relations(Table):
    """E1's table, and one step vector a relation [relations, inner]; no head is trained (see code_space.spread)."""

    def __init__(self, vectors, log_weights, names):
        super().__init__(vectors, log_weights, vectors.shape[1])
        self.heads[0].requires_grad_(False)
        generator = torch.Generator().manual_seed(111)
        self.steps = torch.nn.Parameter(0.02 * torch.randn(len(names), vectors.shape[1], generator=generator))


class Triples(Pairs):
    """Head name ↔ tail name; relation[i] is the number of the step between them."""

    def __init__(self, tokenizer, triples, names, share):
        rows = [(sources.entity_name(h), sources.entity_name(t)) for h, _, t in triples]
        super().__init__("triple", *encoded_once("triple", tokenizer, rows, (NAME, NAME)), share)
        self.relation = torch.tensor([names.index(r) for _, r, _ in triples])


class Names:
    """Two names of one thing, each in a sentence.

    Things of one kind are drawn one after another, and eight in a row (BLOCK) stand in the same sentences: only the name tells
    them apart, so the loss must look at it. things: [(names, kind)]; frames: Frames.
    """

    def __init__(self, name, tokenizer, things, frames, share):
        self.name, self.share, self.frames = name, share, frames
        sizes = [len(names) for names, _ in things]
        self.first = np.concatenate([[0], np.cumsum(sizes)])
        self.ids = encode(tokenizer, (n for names, _ in things for n in names), NAME)
        self.kinds = [kind for _, kind in things]
        known = {kind: i for i, kind in enumerate(sorted(set(self.kinds)))}
        self.groups = np.array([known[kind] for kind in self.kinds])

    def __len__(self):
        return len(self.kinds)

    def draw(self, rows, rng):
        """(lists of ids of one name in its sentence, of another name in its own)"""
        left, right = [], []
        for block in np.split(rows, range(BLOCK, len(rows), BLOCK)):
            one, two = self.frames.pair(rng)
            for row in block:
                a, b = rng.choice(self.first[row + 1] - self.first[row], 2, replace=False)
                left.append(one.around(self.ids.text(self.first[row] + a)))
                right.append(two.around(self.ids.text(self.first[row] + b)))
        return left, right


class Frame:
    """A sentence with a gap for a name."""

    def __init__(self, before, after):
        self.before, self.after = before, after

    def around(self, ids):
        return np.concatenate([self.before, ids, self.after])


EMPTY = Frame(np.zeros(0, np.int32), np.zeros(0, np.int32))


class Frames:
    """Sentences with a gap, drawn in pairs."""

    def __init__(self, tokenizer, gaps):
        self.before = encode(tokenizer, (a for a, _ in gaps), PART)
        self.after = encode(tokenizer, (b for _, b in gaps), PART)

    def frame(self, rng):
        i = int(rng.integers(len(self.before)))
        return Frame(self.before.text(i), self.after.text(i))

    def pair(self, rng):
        """Two frames: empty ones, one and the same, or two of different sentences."""
        chance = rng.random()
        if chance < BARE:
            return EMPTY, EMPTY
        one = self.frame(rng)
        return (one, one) if chance < BARE + SAME_FRAME else (one, self.frame(rng))


def things(synsets, triples):
    """[(names, kind)] of the noun synsets with several names.

    The kind is what the training triples say the thing is a kind of, else its lexicographer file. WordNet's own links are not
    asked: the held-out triples are among them.
    """
    above = {}
    for h, r, t in triples:
        if r.endswith("hypernym"):
            above.setdefault(sources.entity_name(h).lower(), t)
    rows = []
    for s in synsets.values():
        names = list(dict.fromkeys(s.words))
        if s.file.startswith("noun") and len(names) > 1:
            rows.append((names, next((above[n.lower()] for n in names if n.lower() in above), s.file)))
    return rows


def acronyms(texts, taken):
    """[((short, long), "acronym")] of every "Long Name (LN)" in texts; short forms that are ordinary words (taken) are left out."""
    found = {}
    for text in texts:
        for match in SHORT.finditer(text):
            words = re.findall(r"[A-Za-z]+", text[max(0, match.start() - 120) : match.start()])[-len(match[1]) :]
            if "".join(w[0] for w in words).lower() == match[1].lower() and match[1].lower() not in taken:
                found[match[1], " ".join(words).lower()] = None
    return [(names, "acronym") for names in found]


def gaps(synsets):
    """[(text before, text after)] a noun in the dictionary's examples."""
    rows = []
    for s in synsets.values():
        if not s.file.startswith("noun"):
            continue
        pattern = re.compile(r"\b(?:%s)\b" % "|".join(re.escape(w) for w in s.words))
        for example in s.examples:
            match = pattern.search(example)
            if match and len(example) > 2 * len(match[0]):
                rows.append((example[: match.start()], example[match.end() :]))
    return rows


def prose(text):
    """Texts in which long names are followed by their short forms."""
    for kind in ("advisories", "commit", "doc", "glossary", "qa"):
        for pair in text.wide.get(kind, []):
            yield from pair


def pair_sets(text, tokenizer, names):
    """Triples; names of one thing in sentences; short and long forms; paraphrases; synonyms; words and their meanings."""
    lower = {w for s in text.synsets.values() for w in s.words if w.islower()}
    frames = Frames(tokenizer, gaps(text.synsets))
    define, same = views.lemma_pairs(text.synsets)
    kinds = [
        ("thing", things(text.synsets, text.triples)),
        ("acronym", acronyms(prose(text), lower)),
        ("paraphrase", [(pair, "paraphrase") for pair in text.paraphrases]),
    ]
    sets = [Triples(tokenizer, text.triples, names, SHARES["triple"])]
    sets += [Names(name, tokenizer, rows, frames, SHARES[name]) for name, rows in kinds]
    for name, rows in (("same", same), ("meaning", define)):
        sets.append(Pairs(name, *encoded_once(name, tokenizer, rows, (NAME, 48)), SHARES[name]))
    return [s for s in sets if len(s)]


def loss(model, batches):
    """h + r must be nearer to its t than to the other tails of the batch, and h to t − r than the other heads; r = 0 for names.

    −‖h + r − t‖² / 2 = h·t + r·t − h·r + a constant, as h and t have length 1.
    """
    chosen, rows = batches.rows()
    left, right = chosen.draw(rows, batches.rng)
    h, t = F.normalize(model.pool(bag_of(left + right)), dim=1).split(len(rows))
    step = model.steps[chosen.relation[rows]] if isinstance(chosen, Triples) else torch.zeros(())
    return 0.5 * (choose(h + step, t) + choose(t - step, h)), len(rows)


def choose(asked, answers):
    """Cross-entropy of the right answer among those of the batch; answers equal to the right one are not wrong."""
    equal = answers.detach() @ answers.detach().T > 1 - 1e-5
    equal.fill_diagonal_(False)
    scores = (SCALE * asked @ answers.T).masked_fill(equal, -np.inf)
    return F.cross_entropy(scores, torch.arange(len(asked)))


def fit(text, tokenizer, semantic_table, steps):
    """{"table" [ids, inner], "head" [inner, 384], "steps" [relations, 384], "names", "shares" [ids], "whole"}: starts from E1's table [ids, inner]."""
    names = sorted({r for _, r, _ in text.triples})
    model = Relations(semantic_table, np.zeros(len(semantic_table)), names)
    batches = Draws(pair_sets(text, tokenizer, names), BATCH, seed=111, block=BLOCK)
    train(model, batches, steps, loss, "E11", rate=RATE, weight_rate=WEIGHT_RATE)
    head = spread(semantic_table.shape[1], WIDTH, seed=111)
    return {
        "table": fold(model), "head": head, "steps": model.steps.detach().numpy() @ head, "names": np.array(names),
        "shares": named.shares_of(text, tokenizer), "whole": np.array(WHOLE),
    }


def relations_json(arrays):
    """relations.json: {"score", "width", "relations": {name: [384 numbers]}}; h and t are E11 vectors of length 1."""
    vectors = {str(n): [round(float(x), 5) for x in row] for n, row in zip(arrays["names"], arrays["steps"])}
    return json.dumps({"score": "-||h + r - t||_2", "width": WIDTH, "relations": vectors}, indent=None)
