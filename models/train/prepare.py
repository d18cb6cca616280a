"""Reads the training text once and learns both tokenizers from it."""

import json
from itertools import chain
from pathlib import Path

import sources
import vocab
import wordnet
from ship import write_atomic

# Pairs kept of each kind: enough for two CPU cores in half an hour; kinds not named are kept whole.
LIMITS = {"commit": 70_000, "doc": 100_000, "code": 90_000}
BPE_SIZE = 16_384


class Text:
    """All training text of one run, and the two tokenizers learned from it."""

    def __init__(self, data, work, out):
        Path(work).mkdir(parents=True, exist_ok=True)
        self.data, self.work, self.out = data, Path(work), Path(out)
        self.pairs = sources.load_pairs(data, work, LIMITS)
        self.paraphrases = sources.load_paraphrases(data)
        self.triples = sources.load_triples(data)
        (self.work / "triples.json").write_text(json.dumps(self.triples))  # evaluate.py filters known triples with it
        self.synsets = wordnet.load(data, work)
        self.wordpiece_path = self.out / "wordpiece" / "tokenizer.json"
        self.bpe_path = self.out / "bpe" / "tokenizer.json"

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

    def code(self):
        """Code with its comments, and the commands."""
        for kind in ("code", "tldr", "nl2bash"):
            yield from chain.from_iterable(self.pairs.get(kind, []))

    def learn_tokenizers(self):
        """Write both tokenizer.json files unless they are there."""
        if not self.wordpiece_path.exists():
            mixed = vocab.mix(vocab.count_words(self.technical(), vocab.split_words), vocab.count_words(self.general(), vocab.split_words))
            tokens = vocab.learn_wordpiece(mixed)
            write_atomic(self.wordpiece_path, vocab.wordpiece_json(tokens).encode("utf-8"))
            print(f"wordpiece: {len(tokens):,} tokens of {len(mixed):,} word types", flush=True)
        if not self.bpe_path.exists():
            tokens, merges = vocab.learn_bpe(vocab.count_words(self.code(), vocab.split_code), BPE_SIZE)
            write_atomic(self.bpe_path, vocab.bpe_json(tokens, merges).encode("utf-8"))
            print(f"bpe: {len(tokens):,} tokens", flush=True)
