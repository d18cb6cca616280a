#!/usr/bin/python3
"""Makes three fit sets of a folder of notes (Markdown or plain text) that no space was trained on.

    python3 models/train/notesets.py NOTES... --out WORK/fit

Held-out pairs are of the same repositories as the trained ones, so the dense spaces look better on them than they are on text from
elsewhere. Notes from elsewhere say how much each space is worth there: n-heading (a heading asks for its section), n-sentence
(a sentence asks for the section it was taken out of), n-related (a whole section asks for the others of its file: a long question).
"""

import argparse
import json
import random
import re
from collections import defaultdict
from pathlib import Path

from ship import write_atomic

# QUESTIONS a set at most; sections of at least LEAST words; headings that stand in every record ask for none of them.
QUESTIONS, LEAST = 300, 30
COMMON = {"context", "decision", "status", "consequences", "overview", "introduction", "summary", "usage", "examples"}
HEADING = re.compile(r"(#+)\s+(.*)")
SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def sections(text):
    """[(headings above and of it, text on one line)] of a Markdown text."""
    out, path, body = [], [], []

    def close():
        words = " ".join(body).split()
        if len(words) >= LEAST:
            out.append((tuple(path), " ".join(words)[:4000]))
        body.clear()

    for line in text.splitlines():
        heading = HEADING.match(line)
        if heading:
            close()
            path[len(heading[1]) - 1 :] = [heading[2].strip()]
        else:
            body.append(line)
    close()
    return out


def read(folders):
    """[(file, headings, text)] of all sections, each text once; files that are mostly not English letters are left out."""
    rows, seen = [], set()
    for folder in folders:
        for path in sorted(p for p in Path(folder).rglob("*") if p.suffix in (".md", ".txt")):
            text = path.read_text(encoding="utf-8", errors="ignore")
            if sum(ord(c) > 127 for c in text) > 0.05 * len(text):
                continue
            for headings, body in sections(text):
                if body not in seen:
                    seen.add(body)
                    rows.append((str(path), headings, body))
    return rows


def headings(rows, rng):
    """(documents, questions, {question: [documents]}): a heading and the one above it ask for the section."""
    fit = [i for i, (_, path, _) in enumerate(rows) if path and path[-1].lower() not in COMMON]
    rng.shuffle(fit)
    asked = {i: " ".join(rows[i][1][-2:]) for i in fit[:QUESTIONS]}
    return [body for _, _, body in rows], asked, {i: [i] for i in asked}


def sentences(rows, rng):
    """As above: a sentence of 8 to 40 words asks for the section it was taken out of."""
    documents, asked = [body for _, _, body in rows], {}
    for i in rng.sample(range(len(rows)), len(rows)):
        parts = SENTENCE_END.split(documents[i])
        fit = [j for j, s in enumerate(parts) if 8 <= len(s.split()) <= 40]
        if len(parts) >= 4 and fit and len(asked) < QUESTIONS:
            asked[i] = parts.pop(rng.choice(fit))
            documents[i] = " ".join(parts)
    return documents, asked, {i: [i] for i in asked}


def related(rows, rng):
    """As above: a section asks for the other sections of its file (files of 2 to 8)."""
    files = defaultdict(list)
    for i, (path, _, _) in enumerate(rows):
        files[path].append(i)
    fit = [i for members in files.values() if 2 <= len(members) <= 8 for i in members]
    rng.shuffle(fit)
    asked = {i: rows[i][2] for i in fit[:QUESTIONS]}
    return [body for _, _, body in rows], asked, {i: [j for j in files[rows[i][0]] if j != i] for i in asked}


def write(folder, documents, asked, wanted):
    """A BEIR folder. A question has the id of the document it stems from, so that one that is a document is not its own answer."""
    folder = Path(folder)
    lines = {
        "corpus.jsonl": [json.dumps({"_id": f"s{i}", "title": "", "text": d}) for i, d in enumerate(documents)],
        "queries.jsonl": [json.dumps({"_id": f"s{i}", "text": q}) for i, q in asked.items()],
        "qrels.tsv": ["query-id\tcorpus-id\tscore", *(f"s{i}\ts{j}\t1" for i in asked for j in wanted[i])],
    }
    for name, rows in lines.items():
        write_atomic(folder / name, ("\n".join(rows) + "\n").encode())
    print(f"fit set {folder.name}: {len(documents):,} documents, {len(asked)} questions", flush=True)


def main():
    """Read the notes, write the three sets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("notes", nargs="+", help="folders of notes")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    rows = read(options.notes)
    if not rows:
        parser.error(f"no section of {LEAST} words or more in {', '.join(options.notes)}")
    for name, make in (("n-heading", headings), ("n-sentence", sentences), ("n-related", related)):
        write(Path(options.out) / name, *make(rows, random.Random(3)))


if __name__ == "__main__":
    main()
