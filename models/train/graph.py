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


def pooled(graph, table):
    """Unit vector [batch, inner]: the masked sum of the table's rows, as one batched product [B,1,L]·[B,L,d]."""
    small, scale = quantise(table)
    rows = graph.floats(graph.op("Gather", graph.constant(small, "table"), "input_ids", axis=0))
    weight = graph.op("Gather", graph.constant(scale, "scale"), "input_ids", axis=0)
    weight = graph.op("Mul", weight, graph.floats("attention_mask"))
    weight = graph.op("Unsqueeze", weight, graph.axis(1))
    total = graph.op("Squeeze", graph.op("MatMul", weight, rows), graph.axis(1))
    return graph.unit(total)


def dense(table, heads, names, about):
    """A static table with one output a head, each [batch, width] of length 1."""
    graph, outputs = Graph("static-table"), {}
    inner = pooled(graph, table)
    for head, name in zip(heads, names):
        graph.unit(graph.projection(inner, head), out=name)
        outputs[name] = (TensorProto.FLOAT, ["batch", head.shape[1]])
    return graph.model(outputs, about)
