#!/usr/bin/python3
"""Trains the compact models: text in, ONNX files, a tokenizer, cards and a manifest out.

    python3 models/train/train.py --data DIR --out models/compact --work DIR [--eval DIR] [--space E1,E5] [--scale 1.0]

A space is skipped when its arrays were trained from the same inputs by the same code, and one that was cut off goes on at its
last check-point; either way the bytes are those of a run from start to end. --eval: leave out what overlaps evaluation sets.
--scale multiplies the number of steps (0.1 makes a set for trying things out).
"""

import argparse
import hashlib
import os
import sys
import time
from pathlib import Path

import numpy as np
import torch

import causal
import checkpoint
import code_space
import entity
import expansion
import export
import semantic
import sources
import sparse
import start
import structure
import surroundings
import token_space
import visual
from prepare import Text
from ship import SPACES, write_atomic, write_manifest
from text import WordPiece

STEPS = {"E1": 1200, "E5": 200, "E6": 200, "E7": 600, "E8": 1000, "E10": 300, "E11": 450, "E13": 100}
FILES = {
    "E1": ["semantic", "draws"], "E5": ["causal", "code_space", "apart"], "E6": ["sparse"], "E7": ["code_space", "apart"], "E8": ["structure"],
    "E10": ["visual", "code_space", "apart", "inflection"], "E11": ["entity", "named", "draws", "code_space"], "E12": ["token_space"], "E13": ["sparse", "expansion", "inflection"],
}
SHARED = ["sources", "wordnet", "text", "vocab", "prepare", "corpus", "cooccur", "start", "contrast", "views", "holdout"]


class Run:
    """One training run: its text, tokenizer and the arrays made so far."""

    def __init__(self, options):
        self.options, self.work, self.out = options, Path(options.work), Path(options.out)
        self.text = Text(options.data, options.work, options.out, options.eval)
        self.text.learn_tokenizer()
        self.wordpiece = WordPiece(self.text.wordpiece_path, self.work / "encoded")
        self.vectors, self.idf = start.base(self.text, self.wordpiece)

    def steps(self, space):
        return max(20, int(STEPS.get(space, 0) * self.options.scale))

    def stamp(self, space):
        """Hash of everything the arrays of a space depend on."""
        about = (self.steps(space), self.text.version, self.text.left_out, surroundings.describe(self.options.threads))
        digest = hashlib.sha256(repr(about).encode())
        here = Path(__file__).parent
        names = SHARED + FILES[space] + (FILES["E1"] if needs_e1(space) else [])
        for path in [here / f"{n}.py" for n in names] + [self.text.wordpiece_path]:
            digest.update(path.read_bytes())
        if needs_e1(space):
            digest.update(self.stamp("E1").encode())
        return digest.hexdigest()

    def arrays(self, space):
        """The trained arrays of a space, from the work folder when they are up to date."""
        path, mark, stamp = self.work / f"{space}.npz", self.work / f"{space}.stamp", self.stamp(space)
        if path.exists() and mark.exists() and mark.read_text() == stamp:
            return dict(np.load(path))
        if needs_e1(space):
            self.arrays("E1")  # trained before this space's own seed and check-points
        began = time.time()
        torch.manual_seed(1)
        with checkpoint.kept(self.work / f"{space}.checkpoint", stamp) as keeper:
            made = self.fit(space)
            temporary = self.work / f"{space}.new.npz"
            np.savez(temporary, **made)
            os.replace(temporary, path)
            write_atomic(mark, stamp.encode())
            keeper.clear()
        print(f"{space}: trained in {time.time() - began:.0f} s", flush=True)
        return made

    def fit(self, space):
        text, steps = self.text, self.steps(space)
        if space == "E1":
            return semantic.fit(text, self.wordpiece, self.vectors, self.idf, steps)
        if space == "E6":
            return sparse.fit(text, self.wordpiece, self.idf, steps, "E6")
        table, head = self.arrays("E1")["table"], self.arrays("E1")["head"]
        # E1's own space: its head's first columns are a square, the rest turned copies.
        meaning = (table @ head[:, : table.shape[1]]).astype(np.float32)
        if space == "E11":  # names are compared there
            return entity.fit(text, self.wordpiece, meaning, steps)
        if space == "E12":
            return token_space.fit(table, self.idf)
        if space == "E13":
            related, strengths = expansion.candidates(text, self.wordpiece, table, self.idf)
            return sparse.fit(text, self.wordpiece, self.idf, steps, "E13", related, strengths)
        if space == "E8":
            return structure.fit(text, self.wordpiece, table, steps)
        module = {"E5": causal, "E7": code_space, "E10": visual}[space]
        return module.fit(text, self.wordpiece, table, meaning, steps)


def needs_e1(space):
    """Whether a space starts from E1's table."""
    return space not in ("E1", "E6")


def main():
    """Train, export and list the spaces that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, help="folder of training text (see models/train/README.md)")
    parser.add_argument("--out", required=True, help="folder the models are written to")
    parser.add_argument("--work", required=True, help="folder for intermediate files, outside the repository")
    parser.add_argument("--eval", help="folder of evaluation sets; training text that overlaps them is counted and left out")
    parser.add_argument("--space", default=",".join(SPACES), help="spaces to train, comma-separated")
    parser.add_argument("--scale", type=float, default=1.0, help="factor on the number of steps")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    unknown = [s for s in options.space.split(",") if s not in SPACES]
    if unknown:
        parser.error(f"unknown space {unknown[0]!r}: choose from {', '.join(SPACES)}")
    surroundings.settle(options.threads)
    try:
        sources.check(options.data)
        surroundings.check_room(options.work, options.out)
        run = Run(options)
    except (OSError, sources.MalformedPairs) as why:
        sys.exit(f"train: {why}")
    for space in options.space.split(","):
        export.write(space, run.arrays(space), run.out)
        write_manifest(run.out)


if __name__ == "__main__":
    main()
