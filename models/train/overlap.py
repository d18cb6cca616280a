"""Which training texts share 13 words in a row with an evaluation text: they are counted and left out.

Thirteen words is the usual length of such a check (Brown et al. 2020, appendix C). A text of 6 to 12 words counts when a
training text is the same, word for word; shorter ones (names, commands) say nothing about leakage.
"""

import csv
import hashlib
import json
import re
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np

from ship import write_atomic

LENGTH, SHORTEST = 13, 6
WORD = re.compile(r"[^\W_]+")


def _json_lines(path):
    with open(path, encoding="utf-8") as f:
        for line in f:
            yield from (v for v in json.loads(line).values() if isinstance(v, str))


def _table(path):
    with open(path, encoding="utf-8", newline="") as f:
        comma = "," in f.readline().split("\t")[0]
        f.seek(0)
        quoting = csv.QUOTE_MINIMAL if comma else csv.QUOTE_NONE
        for row in csv.reader(f, delimiter="," if comma else "\t", quoting=quoting):
            yield from row


def _elements(path):
    yield from (e.text for e in ET.parse(path).iter() if e.text)


READERS = {".jsonl": _json_lines, ".csv": _table, ".xml": _elements}


def evaluation_texts(folder):
    """(name of the set, text) of every text in the sets under folder; identifiers and tables of numbers have no run of words."""
    for path in sorted(Path(folder).glob("*/*")):
        if path.suffix in READERS:
            for text in READERS[path.suffix](path):
                yield path.parent.name, text


class Grams:
    """The 13-grams of some sets of texts, as sorted 64-bit hashes, each with a bit for every set it occurs in."""

    def __init__(self, texts, seed=13):
        self.words, self.names, found, owners = {}, [], [], []
        rng = np.random.default_rng(seed)
        self.factors = rng.integers(1, 2**63, LENGTH, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
        by_set = {}
        for name, text in texts:
            by_set.setdefault(name, []).append([self.words.setdefault(w, len(self.words) + 1) for w in _split(text)])
        self.values = rng.integers(0, 2**63, len(self.words) + 1, dtype=np.uint64)
        for bit, (name, lists) in enumerate(by_set.items()):
            self.names.append(name)
            hashes = np.unique(self._hashes(lists)[0])
            found.append(hashes)
            owners.append(np.full(len(hashes), 1 << bit, np.int64))
        every = np.concatenate(found) if found else np.zeros(0, np.uint64)
        self.hashes, where = np.unique(every, return_inverse=True)
        self.sets = np.zeros(len(self.hashes), np.int64)
        np.bitwise_or.at(self.sets, where, np.concatenate(owners) if owners else np.zeros(0, np.int64))

    def match(self, texts):
        """[len(texts)] bit sets: which evaluation sets each text overlaps."""
        lists = [[self.words.get(w, 0) for w in _split(t)] for t in texts]
        hashes, owner = self._hashes(lists)
        result = np.zeros(len(texts), np.int64)
        if len(self.hashes) and len(hashes):
            at = np.minimum(np.searchsorted(self.hashes, hashes), len(self.hashes) - 1)
            hit = self.hashes[at] == hashes
            np.bitwise_or.at(result, owner[hit], self.sets[at[hit]])
        return result

    def _hashes(self, lists):
        """(hashes, row of each): of every 13 words in a row, and of whole texts of 6 to 12; id 0 (unknown) never counts."""
        short = [i for i, x in enumerate(lists) if SHORTEST <= len(x) < LENGTH and 0 not in x]
        long = [i for i, x in enumerate(lists) if len(x) >= LENGTH]
        whole = np.array([self._of_short(lists[i]) for i in short], np.uint64)
        if not long:
            return whole, np.array(short, np.int64)
        flat = np.concatenate([np.array(lists[i] + [0], np.int64) for i in long])
        owner = np.repeat(np.array(long, np.int64), [len(lists[i]) + 1 for i in long])
        size = len(flat) - LENGTH + 1
        total, known = np.zeros(size, np.uint64), np.ones(size, bool)
        for j, factor in enumerate(self.factors):
            part = flat[j : j + size]
            total += self.values[part] * factor
            known &= part > 0
        return np.concatenate([whole, total[known]]), np.concatenate([np.array(short, np.int64), owner[:size][known]])

    def _of_short(self, ids):
        """A hash that also holds the length, so that a short text equals only itself."""
        return np.add.reduce(np.append(self.values[ids] * self.factors[: len(ids)], np.uint64(len(ids))))


def _split(text):
    return WORD.findall(text.lower())


def find(grams, pairs, report=100_000, block=4000):
    """{kind: [bit set a pair]} of {kind: [(a, b), …]}."""
    found, start, done, due = {}, time.time(), 0, report
    for kind, rows in pairs.items():
        parts = [np.zeros(0, np.int64)]
        for low in range(0, len(rows), block):
            part = rows[low : low + block]
            parts.append(grams.match([a for a, _ in part]) | grams.match([b for _, b in part]))
            done += len(part)
            if done >= due:
                print(f"overlap: {done:,} pairs, {done / (time.time() - start):,.0f}/s", flush=True)
                due += report
        found[kind] = np.concatenate(parts)
    return found


def rows(pairs, evaluation, work, version):
    """({kind: set of the rows that overlap}, hash of that); printed, and kept in WORK/overlap.json with counts a set.

    version: hash of the training data; the check is made again when it or the evaluation folder changes.
    """
    if evaluation is None:
        print("overlap: no --eval folder given: nothing checked, nothing left out", flush=True)
        return {kind: set() for kind in pairs}, "unchecked"
    path, stamp = Path(work) / "overlap.json", _stamp(evaluation, version)
    kept = json.loads(path.read_text()) if path.exists() else {}
    if kept.get("stamp") != stamp:
        kept = {"stamp": stamp, **_measure(pairs, evaluation)}
        write_atomic(path, (json.dumps(kept, indent=1) + "\n").encode())
    for name, kinds in kept["sets"].items():
        found = ", ".join(f"{n} {kind}" for kind, n in kinds.items()) or "none"
        print(f"overlap: {name}: {found} (left out of training)", flush=True)
    digest = hashlib.sha256(json.dumps(kept["rows"], sort_keys=True).encode()).hexdigest()
    return {kind: set(kept["rows"].get(kind, [])) for kind in pairs}, digest


def _measure(pairs, evaluation):
    """{"checked": pairs checked, "sets": {set: {kind: overlapping pairs}}, "rows": {kind: [row, …]}}"""
    grams = Grams(evaluation_texts(evaluation))
    found = find(grams, pairs)
    sets = {}
    for bit, name in enumerate(grams.names):
        counts = {kind: int((bits >> bit & 1).sum()) for kind, bits in found.items()}
        sets[name] = {kind: n for kind, n in counts.items() if n}
    left_out = {kind: np.flatnonzero(bits).tolist() for kind, bits in found.items() if bits.any()}
    return {"checked": sum(len(p) for p in pairs.values()), "sets": sets, "rows": left_out}


def _stamp(evaluation, version):
    """Hash of the training data, the evaluation texts and this file."""
    found = hashlib.sha256(version.encode() + Path(__file__).read_bytes())
    for path in sorted(Path(evaluation).glob("*/*")):
        found.update(str(path.relative_to(evaluation)).encode() + path.read_bytes())
    return found.hexdigest()
