"""Reads the arrays of a dense space back out of the ONNX file that ships, so that a part of it can be made again without training the rest.

The rows come back as the graph has them, rounded to int8: rounding them again gives the same bytes.
"""

import json
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper


def arrays(folder, space):
    """{"table", "head"} of OUT/SPACE/model.onnx, of E5 {"table", "cause", "effect"}, of E8 {"table", "signs", "weights"}; of E11 also {"steps", "names"}; "shares" and "needed" where it has them."""
    folder = Path(folder) / space
    graph = onnx.load(folder / "model.onnx").graph
    values = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    out = {"table": values["table"].astype(np.float32) * values["scale"][:, None]}
    out |= {name: values[name] for name in ("shares", "needed", "signs", "weights") if name in values}
    heads = []
    for node in graph.node:  # a head is a product of whole numbers and one scale a column
        if node.op_type == "Mul" and node.input[1] in values and values[node.input[1]].ndim == 2:
            cast = next(n for n in graph.node if n.output[0] == node.input[0])
            heads.append(values[cast.input[0]].astype(np.float32) * values[node.input[1]])
    out |= dict(zip(("cause", "effect") if space == "E5" else ("head",), heads))
    if space == "E11":
        relations = json.loads((folder / "relations.json").read_text())["relations"]
        out["names"] = np.array(list(relations))
        out["steps"] = np.array(list(relations.values()), np.float32)
    return out
