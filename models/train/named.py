"""Which subwords are parts of names: counted in training text, where capitals and code marks still stand."""

import re
from collections import Counter

import numpy as np

from text import words

WORD = re.compile(r"`[^`\n]{1,60}`|[^\W_]+(?:[_.\-/][^\W_]+)*|[.!?:\n]|\S")
OPENS = re.compile(r"[.!?:*#>|(\[\"“•–-]|[0-9]+$")  # after these a capital says nothing: a sentence, a point of a list, a quotation begins
SHORT = re.compile(r"^[A-Z][A-Z0-9]+s?$")
INNER = re.compile(r"[a-z][A-Z]|[_]|[A-Za-z][0-9]|[0-9][A-Za-z]")
JOINED = re.compile(r"[a-z][./-][a-z]")  # a path, an address or a compound: its parts may be either
# From the first share of uses as a name on a subword counts, and in full from the second on.
LEAST, FULL = 0.30, 0.55
FLOOR = 0.05  # of a subword that no name has: in a text that names nothing, all count equally
SEEN = 4.0  # uses that the share of all subwords counts for in that of one
CALENDAR = "january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday".split()
KINDS = ("advisories", "commit", "doc", "glossary", "qa")
MOST = 60_000  # texts of a kind
WORDNET = 3  # uses that an entry of the dictionary counts for


def looks_named(word, opens):
    """Whether a word as it is written is a name: code, an identifier, a short form, or a capital inside a sentence; None: unknown."""
    if word[0] == "`":
        return True
    if not word[0].isalnum() or word.isdigit():
        return False
    if SHORT.match(word) or INNER.search(word):
        return True
    if not word[0].isupper():
        return None if JOINED.search(word) else False
    return None if opens else True


def count(texts, tokenizer):
    """[2, ids] uses of every subword outside of names, and in them. Lines in title case or in capitals, where every word looks like a name, are left out."""
    plain, named = Counter(), Counter()
    for text in texts:
        opens = True
        for line in text.split("\n"):
            found = WORD.findall(line)
            letters = [w for w in found if w[0].isalpha()]
            if not letters or sum(w[0].isupper() for w in letters) > 0.4 * len(letters):
                continue
            opens = True
            for word in found:
                verdict = looks_named(word, opens)
                opens = bool(OPENS.match(word))
                if verdict is not None:
                    (named if verdict else plain).update(words(word))
    uses = np.zeros((2, len(tokenizer)))
    for row, counter in enumerate((plain, named)):
        for word, n in counter.items():
            for i in tokenizer.encode(word, 100):
                uses[row, i] += n
    return uses


def count_dictionary(synsets, tokenizer):
    """[2, ids] the same of the dictionary's entries, by their capitals: "Paris", and "bread" not."""
    uses = np.zeros((2, len(tokenizer)))
    for s in synsets.values():
        for word in (w for entry in s.words for w in entry.split()):
            for i in tokenizer.encode(word, 100):
                uses[int(word[0].isupper()), i] += WORDNET
    return uses


def prose(text):
    """The texts that names are counted in."""
    for kind in KINDS:
        yield from (b for _, b in text.wide.get(kind, [])[:MOST])


def shares(uses):
    """Share of every subword's uses that are in names, with SEEN uses of the average subword added."""
    total = uses.sum(0)
    average = uses[1].sum() / max(1.0, total.sum())
    return (uses[1] + SEEN * average) / (total + SEEN)


def weights(uses):
    """[ids] 0 … 1: how much a subword counts as part of a name."""
    return np.clip((shares(uses) - LEAST) / (FULL - LEAST), 0, 1)


def shares_of(text, tokenizer):
    """[ids] float32 FLOOR … 1, counted in the training text; FLOOR for marks, numbers, months and days."""
    counted = weights(count(prose(text), tokenizer) + count_dictionary(text.synsets, tokenizer))
    for piece, i in tokenizer.vocab.items():
        bare = piece.removeprefix("##")
        if bare.isdigit() or not any(c.isalnum() for c in bare) or piece in CALENDAR:
            counted[i] = 0
    return (FLOOR + (1 - FLOOR) * counted).astype(np.float32)
