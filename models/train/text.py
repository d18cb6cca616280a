"""How text becomes ids: WordPiece, the same as the shipped tokenizer.json says."""

import hashlib
import json
import re
import unicodedata
from pathlib import Path

WORD = re.compile(r"[^\W_]+|[^\w\s]|_")


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
