"""Retrieval sets of held-out training text, to fit fusion weights with: nothing in them is trained on or comes from an evaluation set.

Each is a BEIR folder (corpus.jsonl, queries.jsonl, qrels.tsv) with one right document a question.
"""

import json
import random
import re
from collections import Counter, defaultdict

from holdout import root_of
from ship import write_atomic

DOCUMENTS, QUESTIONS = 3000, 400
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")
LONG_CHARS = (1500, 4000)  # of a "long" document


def write(held, folder):
    """Write every set that has a pair under folder from held ({kind: [(a, b), …]}); returns {name: (documents, questions)}."""
    sizes = {}
    for name, rows in sets(held).items():
        if not rows:
            continue
        corpus, questions = choose(rows, random.Random(name))
        write_set(folder / name, corpus, questions)
        sizes[name] = (len(corpus), len(questions))
    return sizes


def sets(held):
    """{name: [(question, document), …]}"""
    doc = held.get("doc", [])
    return {
        "docs": [(_last_parts(a), b) for a, b in doc],
        "commits": held.get("commit", []),
        "code": held.get("code", []),
        "commands": held.get("tldr", []) + held.get("nl2bash", []),
        "qa": held.get("qa", []),
        "glossary": held.get("glossary", []),
        "prose": _prose(doc),
        "long": _long(doc),
    }


def _last_parts(path):
    """The last two headings of a path: what one would ask for."""
    return " ".join(p.strip() for p in path.split(" > ")[-2:]).strip()


def _prose(sections):
    """(a sentence, the rest of its section): a question in other words than a title."""
    rows = []
    for path, body in sections:
        found = _take_sentence(body, random.Random(body))
        if found is not None and len(found[1].split()) >= 50:
            rows.append(found)
    return rows


def _long(sections):
    """(a sentence, the rest of its document): several sections of one document joined."""
    roots = defaultdict(list)
    for path, body in sections:
        roots[root_of(path)].append((path, body))
    rows = []
    for root in sorted(roots):
        parts, size = [], 0
        for path, body in sorted(roots[root]):
            parts.append(body)
            size += len(body)
            if size >= LONG_CHARS[0]:
                rows += _long_row(parts)
                parts, size = [], 0
    return rows


def _long_row(parts):
    rng = random.Random(parts[0])
    at = rng.randrange(len(parts))
    found = _take_sentence(parts[at], rng)
    if found is None:
        return []
    joined = "\n".join(parts[:at] + [found[1]] + parts[at + 1 :])
    return [(found[0], joined[: LONG_CHARS[1]])]


def _take_sentence(text, rng):
    """(one sentence of 8 to 30 words that is plain prose, the text without it), or None."""
    parts = SENTENCE.split(text)
    plain = [i for i, s in enumerate(parts) if 8 <= len(s.split()) <= 30 and _prose_like(s)]
    if len(parts) < 4 or not plain:
        return None
    at = rng.choice(plain)
    return parts[at].strip(), " ".join(parts[:at] + parts[at + 1 :])


def _prose_like(sentence):
    letters = sum(c.isalpha() or c == " " for c in sentence)
    return letters >= 0.92 * len(sentence) and "\n" not in sentence.strip()


def choose(rows, rng):
    """(documents, {question: row of its document}): a question that several documents would answer is left out."""
    rows = sorted(set(rows))
    rng.shuffle(rows)
    asked, answered = Counter(_plain(q) for q, _ in rows), set()
    corpus, questions = [], []
    for question, document in rows:
        if _plain(document) in answered or len(corpus) == DOCUMENTS:
            continue
        answered.add(_plain(document))
        if len(questions) < QUESTIONS and asked[_plain(question)] == 1 and len(question) >= 4:
            questions.append((question, len(corpus)))
        corpus.append(document)
    return corpus, questions


def _plain(text):
    return " ".join(text.lower().split())


def write_set(folder, corpus, questions):
    """Write one BEIR folder."""
    documents = [json.dumps({"_id": f"d{i}", "title": "", "text": t}, ensure_ascii=False) for i, t in enumerate(corpus)]
    asked = [json.dumps({"_id": f"q{i}", "text": q}, ensure_ascii=False) for i, (q, _) in enumerate(questions)]
    judged = ["query-id\tcorpus-id\tscore"] + [f"q{i}\td{row}\t1" for i, (_, row) in enumerate(questions)]
    for name, lines in (("corpus.jsonl", documents), ("queries.jsonl", asked), ("qrels.tsv", judged)):
        write_atomic(folder / name, ("\n".join(lines) + "\n").encode("utf-8", "replace"))
