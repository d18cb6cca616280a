#!/usr/bin/env python3
"""Writes fts5.json: what SQLite's bm25() says of a few sentences. Run it to make the file again: python3 fts5.py"""

import json
import sqlite3
from pathlib import Path

DOCUMENTS = [
    "The harbour crane stood still because its gearbox had run dry.",
    "A dry gearbox is loud long before it breaks.",
    "The night shift oiled the crane, the lift and the old winch.",
    "Cranes are oiled on Mondays; lifts on Tuesdays.",
    "Nobody had written down when the winch was oiled last, and nobody asked.",
    "Rain fell on the harbour all night, and the night after that.",
    "The lift of the west gate carries three pallets, or one pallet and one forklift.",
    "Pallets that stood in the rain are dried before they are stacked.",
    "Oil, grease and rain make the quay slippery: the quay, the steps of the quay, and the ladder.",
    "It rained.",
]
QUESTIONS = [
    "why was the crane standing still",
    "dry gearbox",
    "the the harbour",
    "quay",
    "oiled lift winch crane",
    "it rained on the pallets at night",
    "submarine",
]

db = sqlite3.connect(":memory:")
db.execute("CREATE VIRTUAL TABLE d USING fts5(text)")
db.executemany("INSERT INTO d(rowid, text) VALUES (?, ?)", enumerate(DOCUMENTS))
answers = []
for question in QUESTIONS:
    match = " OR ".join(f'"{word}"' for word in question.split())
    scores = dict(db.execute("SELECT rowid, -bm25(d) FROM d WHERE d MATCH ?", (match,)))
    answers.append({"question": question, "scores": [scores.get(i, 0.0) for i in range(len(DOCUMENTS))]})
out = {"sqlite": sqlite3.sqlite_version, "documents": DOCUMENTS, "answers": answers}
Path(__file__).with_name("fts5.json").write_text(json.dumps(out, indent=1) + "\n", encoding="utf-8")
