"""How a trained space becomes an ONNX graph: inputs input_ids and attention_mask, outputs final and ready to use.

Opset 13 and IR version 8, so that every runtime of the last years loads it. Tables stay int8 in memory: the
gather comes before the cast, and a row's scale goes into the pooling weight, so no float table is ever built.
"""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

OPSET, IR = 13, 8
TINY = np.float32(1e-6)


class Graph:
    """Collects nodes and constants; every method returns the name of its result."""

    def __init__(self, name):
        self.name, self.nodes, self.constants, self.count = name, [], [], 0

    def constant(self, value, name=None):
        self.count += 1
        name = name or f"c{self.count}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def op(self, kind, *inputs, out=None, **attributes):
        self.count += 1
        out = out or f"v{self.count}"
        self.nodes.append(helper.make_node(kind, list(inputs), [out], **attributes))
        return out

    def floats(self, value):
        return self.op("Cast", value, to=TensorProto.FLOAT)

    def axis(self, n):
        return self.constant(np.array([n], np.int64))

    def unit(self, value, out=None):
        """Rows of length 1 along the last axis; a zero row stays zero."""
        length = self.op("ReduceL2", value, axes=[-1], keepdims=1)
        return self.op("Div", value, self.op("Max", length, self.constant(TINY)), out=out)

    def projection(self, value, weights, out=None):
        """value · weights, weights kept int8 with one scale a column."""
        scale = np.maximum(np.abs(weights).max(0, keepdims=True), 1e-9) / 127
        small = self.constant(np.round(weights / scale).astype(np.int8))
        wide = self.op("Mul", self.floats(small), self.constant(scale.astype(np.float32)))
        return self.op("MatMul", value, wide, out=out)

    def model(self, outputs, about):
        """The checked ModelProto; outputs: {name: (element type, shape)}."""
        inputs = [helper.make_tensor_value_info(n, TensorProto.INT64, ["batch", "length"]) for n in ("input_ids", "attention_mask")]
        results = [helper.make_tensor_value_info(n, t, s) for n, (t, s) in outputs.items()]
        graph = helper.make_graph(self.nodes, self.name, inputs, results, self.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="asterism-train")
        model.ir_version = IR
        model.doc_string = about
        onnx.checker.check_model(model)
        return model.SerializeToString()


def quantise(table):
    """(int8 rows, float32 scale of every row)"""
    scale = np.maximum(np.abs(table).max(1), 1e-9) / 127
    return np.round(table / scale[:, None]).astype(np.int8), scale.astype(np.float32)


def rounded(table):
    """The table as the graph sees it: float32 after int8 rounding by row."""
    small, scale = quantise(table)
    return small.astype(np.float32) * scale[:, None]


def rounded_columns(weights):
    """A projection as the graph sees it: float32 after int8 rounding by column."""
    scale = np.maximum(np.abs(weights).max(0, keepdims=True), 1e-9) / 127
    return (np.round(weights / scale) * scale).astype(np.float32)


def pooled(graph, table, counts=None):
    """Unit vector [batch, inner]: the masked sum of the table's rows, as one batched product [B,1,L]·[B,L,d].

    counts: Counts, or None when every id counts in full.
    """
    small, scale = quantise(table)
    rows = graph.floats(graph.op("Gather", graph.constant(small, "table"), "input_ids", axis=0))
    weight = graph.op("Gather", graph.constant(scale, "scale"), "input_ids", axis=0)
    mask = graph.floats("attention_mask")
    weight = graph.op("Mul", weight, mask)
    if counts is not None:
        weight = graph.op("Mul", weight, _counted(graph, counts, mask))
    return graph.unit(weighed(graph, weight, rows))


def weighed(graph, weight, rows):
    """[batch, inner]: the rows [batch, length, inner] summed with weights [batch, length], as one batched product. It adds in the order of the
    tokens, so that padding changes no bit."""
    total = graph.op("MatMul", graph.op("Unsqueeze", weight, graph.axis(1)), rows)
    return graph.op("Squeeze", total, graph.axis(1))


class Counts:
    """How much each id counts in a text [ids], 0 … 1; in a text of at most whole ids every id counts in full.

    needed [ids], 0 or 1: in a text that holds none of these nothing counts, and the space has no value; None: no such ids.
    """

    def __init__(self, shares, whole=0, needed=None):
        self.shares, self.whole = np.asarray(shares, np.float32), whole
        self.needed = None if needed is None else np.asarray(needed, np.float32)

    def of(self, ids):
        """What the graph multiplies the rows of a text's ids by."""
        if len(ids) <= self.whole:
            return np.ones(len(ids), np.float32)
        if self.needed is not None and not self.needed[ids].any():
            return np.zeros(len(ids), np.float32)
        return self.shares[ids]

    @classmethod
    def among(cls, arrays):
        """The counts that the arrays of a space have, or None."""
        if "shares" not in arrays:
            return None
        return cls(arrays["shares"], int(arrays.get("whole", 0)), arrays.get("needed"))


def _counted(graph, counts, mask):
    """[batch, length]: an id's share; 1 in a text that is short enough, 0 in one without an id that is needed."""
    share = graph.op("Gather", graph.constant(counts.shares, "shares"), "input_ids", axis=0)
    if counts.needed is not None:
        seen = graph.op("Mul", graph.op("Gather", graph.constant(counts.needed, "needed"), "input_ids", axis=0), mask)
        share = graph.op("Mul", share, graph.op("ReduceMax", seen, axes=[1], keepdims=1))
    if counts.whole == 0:
        return share
    length = graph.op("ReduceSum", mask, graph.axis(1), keepdims=1)
    short = graph.op("LessOrEqual", length, graph.constant(np.float32(counts.whole)))
    return graph.op("Max", share, graph.floats(short))


def dense(table, heads, names, about, counts=None):
    """A static table with one output a head, each [batch, width] of length 1, or of zeros where no id counts."""
    graph, outputs = Graph("static-table"), {}
    inner = pooled(graph, table, counts)
    for head, name in zip(heads, names):
        graph.unit(graph.projection(inner, head), out=name)
        outputs[name] = (TensorProto.FLOAT, ["batch", head.shape[1]])
    return graph.model(outputs, about)
