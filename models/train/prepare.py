"""Reads the training text once, leaves out what must not be trained on, and learns the tokenizer."""

import json
from itertools import chain
from pathlib import Path

import fitsets
import overlap
import sources
import vocab
import wordnet
from holdout import held_out, unclear
from ship import write_atomic

# Pairs of each kind in the sample that the tokenizers, the starting vectors and most spaces are made from; kinds not named
# are in it whole. The shipped tokenizers depend on these numbers: other limits give other ids.
LIMITS = {"commit": 70_000, "doc": 100_000, "code": 90_000}


class Text:
    """All training text of one run, and the tokenizer learned from it.

    wide: all pairs that may be trained on (E1 reads them); pairs: those of them in the sample (the other spaces do).
    evaluation: folder of evaluation sets, or None; training text that overlaps them is left out, and so is what is held out.
    """

    def __init__(self, data, work, out, evaluation=None):
        self.work, self.out = Path(work), Path(out)
        self.work.mkdir(parents=True, exist_ok=True)
        self.version = sources.digest(data)
        parsed = self.work / f"text-{self.version[:16]}"
        parsed.mkdir(exist_ok=True)
        raw = sources.load_pairs(data, parsed)
        self.triples = sources.load_triples(data)
        (self.work / "triples.json").write_text(json.dumps(self.triples))  # evaluate.py filters known triples with it
        self.sample = Sample(first(raw, LIMITS), sources.load_paraphrases(data), wordnet.load(data, parsed))
        self._leave_out(raw, evaluation)
        self.wordpiece_path = self.out / "wordpiece" / "tokenizer.json"

    def _leave_out(self, raw, evaluation):
        """Set wide, pairs, paraphrases and synsets to what may be trained on; write the fit sets."""
        s = self.sample
        meanings = [(x.definition, "\n".join(x.examples)) for x in s.synsets.values()]
        checked = {**raw, "paraphrase": s.paraphrases, "wordnet": meanings}
        drop, self.left_out = overlap.rows(checked, evaluation, self.work, self.version)
        self.paraphrases = [p for i, p in enumerate(s.paraphrases) if i not in drop["paraphrase"]]
        self.synsets = {k: x for i, (k, x) in enumerate(s.synsets.items()) if i not in drop["wordnet"]}
        self.wide, self.pairs, held = {}, {}, {}
        for kind, rows in raw.items():
            clean = [(i, p, held_out(kind, p)) for i, p in enumerate(rows) if i not in drop[kind] and not unclear(kind, p)]
            self.wide[kind] = [p for _, p, apart in clean if not apart]
            self.pairs[kind] = [p for i, p, apart in clean if not apart and i < LIMITS.get(kind, len(rows))]
            held[kind] = [p for _, p, apart in clean if apart]
        for name, (documents, questions) in fitsets.write(held, self.work / "fit").items():
            print(f"fit set {name}: {documents:,} documents, {questions} questions", flush=True)

    def learn_tokenizer(self):
        """Write tokenizer.json unless it is there."""
        if self.wordpiece_path.exists():
            return
        mixed = vocab.mix(vocab.count_words(self.sample.technical()), vocab.count_words(self.sample.general()))
        tokens = vocab.learn_wordpiece(mixed)
        write_atomic(self.wordpiece_path, vocab.wordpiece_json(tokens).encode("utf-8"))
        print(f"wordpiece: {len(tokens):,} tokens of {len(mixed):,} word types", flush=True)


def first(pairs, limits):
    """At most limits[kind] pairs of every kind."""
    return {kind: rows[: limits.get(kind, len(rows))] for kind, rows in pairs.items()}


class Sample:
    """The text that the tokenizer is learned from: word counts only, so nothing is left out of it."""

    def __init__(self, pairs, paraphrases, synsets):
        self.pairs, self.paraphrases, self.synsets = pairs, paraphrases, synsets

    def general(self):
        """Texts of general English: the dictionary, glossaries, questions, causes, paraphrases."""
        for s in self.synsets.values():
            yield from s.words
            yield s.definition
            yield from s.examples
        for kind in ("glossary", "qa", "causal-cause", "causal-effect"):
            yield from chain.from_iterable(self.pairs.get(kind, []))
        yield from chain.from_iterable(self.paraphrases)

    def technical(self):
        """Texts of the trade: sections, commits, code, commands, advisories."""
        for kind in ("doc", "commit", "code", "tldr", "nl2bash", "advisories"):
            yield from chain.from_iterable(self.pairs.get(kind, []))
