"""Writes the ONNX file of a trained space."""

import entity
import graph
import graph_special
from ship import write_atomic

ABOUT = "Asterism compact profile, space {}. Trained by the project; see MODEL-CARD.md beside this file. Apache-2.0."


def write(space, arrays, out):
    """Write OUT/SPACE/model.onnx (and E11's relations.json)."""
    about = ABOUT.format(space)
    if space in ("E6", "E13"):
        data = graph_special.terms(arrays, about)
    elif space == "E8":
        data = graph_special.mentions(arrays, about)
    elif space == "E12":
        data = graph_special.tokens(arrays["table"], arrays["kernel"], about)
    elif space == "E5":
        data = graph.dense(arrays["table"], [arrays["cause"], arrays["effect"]], ["cause", "effect"], about)
    else:
        data = graph.dense(arrays["table"], [arrays["head"]], ["embedding"], about, graph.Counts.among(arrays))
    if space == "E11":
        write_atomic(out / space / "relations.json", (entity.relations_json(arrays) + "\n").encode())
    write_atomic(out / space / "model.onnx", data)
    print(f"{space}: {len(data) / 2**20:.2f} MiB written", flush=True)
