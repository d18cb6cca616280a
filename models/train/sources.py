"""Which training texts there are: the pair files, the paraphrase list and the triples."""

import json
import lzma
import pickle
import random
import time
from collections import defaultdict
from pathlib import Path

CHARS = 900  # of each side: longer text adds time and no signal to a table of subwords


def load_pairs(data, work, limits, seed=7):
    """Return {kind: [(a, b), …]}, at most limits[kind] pairs of each kind ("code-*" counts as code)."""
    cache = Path(work) / "pairs.pickle"
    if cache.exists():
        with cache.open("rb") as f:
            return pickle.load(f)
    groups = defaultdict(list)
    start, seen = time.time(), 0
    for path in sorted(Path(data).glob("pairs-*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as f:
            for line in f:
                row = json.loads(line)
                a, b = row["a"].strip(), row["b"].strip()
                seen += 1
                if a and b and a != b:
                    kind = "code" if row["k"].startswith("code-") else row["k"]
                    groups[kind].append((a[:CHARS], b[:CHARS]))
        print(f"pairs: {path.name}: {seen:,} read, {seen / (time.time() - start):,.0f}/s", flush=True)
    pairs = {}
    for kind in sorted(groups):
        rows = groups[kind]
        random.Random(seed).shuffle(rows)
        pairs[kind] = rows[: limits.get(kind, len(rows))]
    with cache.open("wb") as f:
        pickle.dump(pairs, f, protocol=4)
    return pairs


def load_paraphrases(data):
    """Return [(phrase, phrase)] of the lexical paraphrases that are words (numbers and addresses are left out)."""
    rows = []
    with lzma.open(Path(data) / "ppdb-lexical.txt.xz", "rt", encoding="utf-8") as f:
        for line in f:
            parts = line.rstrip("\n").split("\t")
            if len(parts) >= 2 and all(_wordlike(p) for p in parts[:2]):
                rows.append((parts[0], parts[1]))
    return rows


def _wordlike(phrase):
    letters = sum(c.isalpha() or c == " " for c in phrase)
    return len(phrase) > 2 and letters == len(phrase)


def load_triples(data):
    """Return [(head, relation, tail)] in WordNet's text form (land_reform.n.01)."""
    rows = []
    for path in sorted((Path(data) / "triples").glob("*.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as f:
            rows += [tuple(line.rstrip("\n").split("\t")) for line in f if line.count("\t") == 2]
    return rows


def entity_name(synset):
    """land_reform.n.01 → land reform"""
    return synset.rsplit(".", 2)[0].replace("_", " ")
