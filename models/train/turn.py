#!/usr/bin/python3
"""Makes projections and counts of spaces again from the tables that ship, without training a table: minutes instead of an hour.

    python3 models/train/turn.py --data DIR --eval DIR --out models/compact --work DIR --space E5,E7,E8,E10,E11

Reads the tables out of OUT, writes the new arrays to WORK, then the ONNX files and the manifest to OUT. Run evaluate.py after it for the cards.
"""

import argparse
import sys
from pathlib import Path

import numpy as np

import causal
import code_space
import entity
import export
import named
import shipped
import sources
import structure
import surroundings
import visual
from prepare import Text
from ship import write_manifest
from text import WordPiece


def causes(text, tokenizer, arrays, meaning):
    """E5 with both heads turned."""
    cause, effect = causal.projections(text, tokenizer, arrays["table"], [arrays["cause"], arrays["effect"]], meaning)
    return {**arrays, "cause": cause, "effect": effect}


def code(text, tokenizer, arrays, meaning):
    """E7 with its head turned."""
    return {**arrays, "head": code_space.projection(text, tokenizer, arrays["table"], meaning)}


def linked(_text, _tokenizer, arrays, meaning):
    """E8 with its words, and its learned rows without most of what meaning explains; one that has its words stays as it is."""
    return arrays if "signs" in arrays else structure.finish(arrays["table"], meaning)


def seen(text, tokenizer, arrays, meaning):
    """E10 without the common directions, and with what its words count."""
    return {**arrays, **visual.finish(text, tokenizer, arrays["table"], meaning)}


def names(text, tokenizer, arrays, _meaning):
    """E11 with what its subwords count."""
    return {**arrays, "shares": named.shares_of(text, tokenizer), "whole": np.array(entity.WHOLE)}


STEPS = {"E5": causes, "E7": code, "E8": linked, "E10": seen, "E11": names}


def main():
    """Read, turn, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--data", "--out", "--work"):
        parser.add_argument(name, required=True)
    parser.add_argument("--eval")
    parser.add_argument("--space", default=",".join(STEPS))
    parser.add_argument("--threads", type=int, default=1, help="more only help on a machine with nothing else to do")
    options = parser.parse_args()
    unknown = [s for s in options.space.split(",") if s not in STEPS]
    if unknown:
        parser.error(f"cannot turn {unknown[0]!r}: choose from {', '.join(STEPS)}")
    surroundings.settle(options.threads)
    try:
        sources.check(options.data)
        surroundings.check_room(options.work, options.out)
        text = Text(options.data, options.work, options.out, options.eval)
    except (OSError, sources.MalformedPairs) as why:
        sys.exit(f"turn: {why}")
    work, out = Path(options.work), Path(options.out)
    tokenizer = WordPiece(text.wordpiece_path, work / "encoded")
    meant = shipped.arrays(out, "E1")
    meaning = (meant["table"] @ meant["head"][:, : meant["table"].shape[1]]).astype(np.float32)
    np.savez(work / "E1.npz", **meant)  # evaluate.py compares with it
    for space in options.space.split(","):
        made = STEPS[space](text, tokenizer, shipped.arrays(out, space), meaning)
        np.savez(work / f"{space}.npz", **made)
        export.write(space, made, out)
    write_manifest(out)


if __name__ == "__main__":
    main()
