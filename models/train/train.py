#!/usr/bin/python3
"""Trains the compact models: text in, ONNX files, tokenizers, cards and a manifest out.

    python3 models/train/train.py --data DIR --out models/compact --work DIR [--space E1,E5] [--scale 1.0]

Every space is skipped when its arrays were trained from the same inputs and the same code (resumable); --scale
multiplies the number of steps (0.1 makes a set for trying things out in a minute or two).
"""

import argparse
import hashlib
import os
import time
from pathlib import Path

import numpy as np
import torch

import causal
import code_space
import entity
import expansion
import export
import semantic
import sparse
import start
import structure
import token_space
import visual
from prepare import Text
from ship import SPACES, write_manifest
from text import BytePairs, WordPiece

STEPS = {"E1": 240, "E5": 200, "E6": 200, "E7": 380, "E8": 400, "E10": 300, "E11": 300, "E12": 240, "E13": 100}
FILES = {
    "E1": ["semantic"], "E5": ["causal"], "E6": ["sparse"], "E7": ["code_space"], "E8": ["structure"], "E10": ["visual"],
    "E11": ["entity"], "E12": ["token_space"], "E13": ["sparse", "expansion"],
}
SHARED = ["sources", "wordnet", "text", "vocab", "prepare", "corpus", "cooccur", "start", "contrast", "views"]


class Run:
    """One training run: its text, tokenizers and the arrays made so far."""

    def __init__(self, options):
        self.options, self.work, self.out = options, Path(options.work), Path(options.out)
        self.text = Text(options.data, options.work, options.out)
        self.text.learn_tokenizers()
        self.wordpiece = WordPiece(self.text.wordpiece_path, self.work / "encoded")
        self.bpe = BytePairs(self.text.bpe_path, self.work / "encoded")
        self.vectors, self.idf = start.base(self.text, self.wordpiece)

    def steps(self, space):
        return max(20, int(STEPS[space] * self.options.scale))

    def stamp(self, space):
        """Hash of everything the arrays of a space depend on."""
        digest = hashlib.sha256(str(self.steps(space)).encode())
        here = Path(__file__).parent
        names = SHARED + FILES[space] + (FILES["E1"] if space not in ("E1", "E6") else [])
        for path in [here / f"{n}.py" for n in names] + [self.text.wordpiece_path, self.text.bpe_path]:
            digest.update(path.read_bytes())
        for path in sorted(Path(self.options.data).rglob("*.xz")):
            digest.update(f"{path.name} {path.stat().st_size}".encode())
        if space not in ("E1", "E6"):
            digest.update(self.stamp("E1").encode())
        return digest.hexdigest()

    def arrays(self, space):
        """The trained arrays of a space, from the work folder when they are up to date."""
        path, stamp = self.work / f"{space}.npz", self.work / f"{space}.stamp"
        if path.exists() and stamp.exists() and stamp.read_text() == self.stamp(space):
            return dict(np.load(path))
        began = time.time()
        torch.manual_seed(1)
        made = self.fit(space)
        temporary = self.work / f"{space}.new.npz"
        np.savez(temporary, **made)
        os.replace(temporary, path)
        stamp.write_text(self.stamp(space))
        print(f"{space}: trained in {time.time() - began:.0f} s", flush=True)
        return made

    def fit(self, space):
        text, steps = self.text, self.steps(space)
        if space == "E1":
            return semantic.fit(text, self.wordpiece, self.vectors, self.idf, steps)
        if space == "E6":
            return sparse.fit(text, self.wordpiece, self.idf, steps, "E6")
        table = self.arrays("E1")["table"]
        if space == "E7":
            return code_space.fit(text, self.bpe, self.wordpiece, table, steps)
        if space == "E12":
            return token_space.fit(text, self.wordpiece, table, self.idf, steps)
        if space == "E13":
            related, strengths = expansion.candidates(text, self.wordpiece, table, self.idf)
            return sparse.fit(text, self.wordpiece, self.idf, steps, "E13", related, strengths)
        module = {"E5": causal, "E8": structure, "E10": visual, "E11": entity}[space]
        return module.fit(text, self.wordpiece, table, steps)


def main():
    """Train, export and list the spaces that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, help="folder of training text (see models/train/README.md)")
    parser.add_argument("--out", required=True, help="folder the models are written to")
    parser.add_argument("--work", required=True, help="folder for intermediate files, outside the repository")
    parser.add_argument("--space", default=",".join(SPACES), help="spaces to train, comma-separated")
    parser.add_argument("--scale", type=float, default=1.0, help="factor on the number of steps")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    unknown = [s for s in options.space.split(",") if s not in SPACES]
    if unknown:
        parser.error(f"unknown space {unknown[0]!r}: choose from {', '.join(SPACES)}")
    torch.set_num_threads(options.threads)
    run = Run(options)
    for space in options.space.split(","):
        export.write(space, run.arrays(space), run.out)
        write_manifest(run.out)


if __name__ == "__main__":
    main()
