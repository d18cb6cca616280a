"""Which training texts there are: the pair files, the paraphrase list and the triples."""

import hashlib
import json
import lzma
import pickle
import random
import time
from collections import defaultdict
from pathlib import Path

from ship import write_atomic

CHARS = 900  # of each side: longer text adds time and no signal to a table of subwords


class MalformedPairs(ValueError):
    """A pair file that is not of the form that models/train/README.md describes."""


def check(data):
    """Raise FileNotFoundError that names what a data folder lacks."""
    data = Path(data)
    if not data.is_dir():
        raise FileNotFoundError(f"read training text: {data} is no folder: give one with --data (its form is in models/train/README.md)")
    wanted = ("pairs-*.jsonl.xz", "wordnet-yaml.tar.xz", "ppdb-lexical.txt.xz", "triples/*.xz")
    missing = [pattern for pattern in wanted if not list(data.glob(pattern))]
    if missing:
        raise FileNotFoundError(f"read training text: {data} has no {', no '.join(missing)}: see models/train/README.md, Data")


def digest(data):
    """Hash of the names and the bytes of every file of a data folder."""
    found = hashlib.sha256()
    for path in sorted(Path(data).rglob("*.xz")):
        found.update(f"{path.relative_to(data)} {path.stat().st_size}\n".encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def load_pairs(data, work, seed=7):
    """Return {kind: [(a, b), …]}, every pair in one fixed random order ("code-*" counts as code); kept in the work folder."""
    cache = Path(work) / "pairs.pickle"
    if cache.exists():
        with cache.open("rb") as f:
            return pickle.load(f)
    groups = defaultdict(list)
    start, seen = time.time(), 0
    for path in sorted(Path(data).glob("pairs-*.jsonl.xz")):
        for kind, a, b in _rows(path):
            seen += 1
            if a and b and a != b:
                groups["code" if kind.startswith("code-") else kind].append((a[:CHARS], b[:CHARS]))
        print(f"pairs: {path.name}: {seen:,} read, {seen / (time.time() - start):,.0f}/s", flush=True)
    pairs = {kind: groups[kind] for kind in sorted(groups)}
    for rows in pairs.values():
        random.Random(seed).shuffle(rows)
    write_atomic(cache, pickle.dumps(pairs, protocol=4))
    return pairs


def _rows(path):
    """(kind, a, b) of every line of a pair file; MalformedPairs names the line that is not of the form."""
    number = 0
    try:
        with lzma.open(path, "rt", encoding="utf-8") as f:
            for number, line in enumerate(f, 1):
                row = json.loads(line)
                yield row["k"], row["a"].strip(), row["b"].strip()
    except (ValueError, KeyError, TypeError, AttributeError, EOFError, lzma.LZMAError) as why:
        raise MalformedPairs(f'read {path} near line {number}: {why!r}: want {{"k": kind, "a": text, "b": text}} a line, xz-packed') from why


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
