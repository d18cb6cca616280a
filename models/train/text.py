"""How text becomes ids: WordPiece and byte-level BPE, the same as the shipped tokenizer.json files say."""

import hashlib
import json
import re
import unicodedata
from pathlib import Path

WORD = re.compile(r"[^\W_]+|[^\w\s]|_")
CODE = re.compile(r"'s|'t|'re|'ve|'m|'ll|'d| ?[^\W\d_]+| ?\d+| ?(?:[^\s\w]|_)+|\s+(?!\S)|\s+")


def words(text):
    """Lower-cased words and single punctuation marks, accents stripped (BertNormalizer, BertPreTokenizer)."""
    text = text.lower()
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn")
    return WORD.findall(text)


class WordPiece:
    """Greedy longest-match WordPiece with a cache of whole words; cache_folder keeps encoded pairs between runs."""

    def __init__(self, path, cache_folder=None):
        data = Path(path).read_bytes()
        self.digest, self.cache_folder = hashlib.sha256(data).hexdigest(), cache_folder
        self.vocab = json.loads(data)["model"]["vocab"]
        self.unk = self.vocab["[UNK]"]
        self.cache = {}

    def __len__(self):
        return len(self.vocab)

    def encode(self, text, limit):
        """ids of text, at most limit of them."""
        out, cache = [], self.cache
        for word in words(text):
            ids = cache.get(word)
            if ids is None:
                ids = cache[word] = self._pieces(word)
            out += ids
            if len(out) >= limit:
                return out[:limit]
        return out

    def _pieces(self, word):
        ids, start = [], 0
        if len(word) > 100:
            return [self.unk]
        while start < len(word):
            end, found = len(word), None
            while end > start and found is None:
                piece = word[start:end] if start == 0 else "##" + word[start:end]
                found = self.vocab.get(piece)
                end -= found is None
            if found is None:
                return [self.unk]
            ids.append(found)
            start = end
        return ids


def byte_letters():
    """The 256 printable stand-ins of byte-level BPE: printable Latin-1 is itself, the rest starts at U+0100."""
    plain = list(range(33, 127)) + list(range(161, 173)) + list(range(174, 256))
    table, extra = {b: chr(b) for b in plain}, 0
    for b in range(256):
        if b not in table:
            table[b] = chr(256 + extra)
            extra += 1
    return table


class BytePairs:
    """Byte-level BPE with a cache of pre-tokens."""

    def __init__(self, path, cache_folder=None):
        data = Path(path).read_bytes()
        self.digest, self.cache_folder = hashlib.sha256(data).hexdigest(), cache_folder
        model = json.loads(data)["model"]
        self.vocab = model["vocab"]
        merges = [m.split(" ") if isinstance(m, str) else m for m in model["merges"]]
        self.ranks = {tuple(m): i for i, m in enumerate(merges)}
        self.letters = byte_letters()
        self.cache = {}

    def __len__(self):
        return len(self.vocab)

    def encode(self, text, limit):
        """ids of text, at most limit of them."""
        out, cache = [], self.cache
        for word in CODE.findall(text):
            ids = cache.get(word)
            if ids is None:
                ids = cache[word] = self._merge(word)
            out += ids
            if len(out) >= limit:
                return out[:limit]
        return out

    def _merge(self, word):
        parts = [self.letters[b] for b in word.encode("utf-8")]
        while len(parts) > 1:
            ranked = [(self.ranks.get(p, 1 << 30), i) for i, p in enumerate(zip(parts, parts[1:]))]
            rank, at = min(ranked)
            if rank == 1 << 30:
                break
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
        return [self.vocab[p] for p in parts]
