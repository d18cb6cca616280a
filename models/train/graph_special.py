"""The graphs that are not one pooled vector: what texts mention (E8), token vectors (E12) and weighted terms (E6, E13)."""

import numpy as np
from onnx import TensorProto

from graph import Graph, quantise, weighed
from sparse import TYPICAL_LENGTH

# Of E8: the part of the score of two texts that is for the subwords they share, the rest being for the learned vectors; and the ids of a text
# so short that it is a name, which is known by what is learned of it alone.
WORDS, NAME = 0.7, 4


def mentions(arrays, about):
    """embedding [batch, 384] of length 1: 192 learned numbers, then 192 that name the text's subwords by random signs.

    An id that comes c times counts √c times.
    """
    graph = Graph("mentions")
    mask = graph.floats("attention_mask")
    thin = graph.op("Div", mask, graph.op("Sqrt", graph.op("Max", _counts(graph, mask), graph.constant(np.float32(1)))))
    small, scale = quantise(arrays["table"])
    rows, signs = (graph.floats(graph.op("Gather", graph.constant(table, name), "input_ids", axis=0)) for name, table in (("table", small), ("signs", arrays["signs"])))
    lengths, weights = (graph.op("Gather", graph.constant(values, name), "input_ids", axis=0) for name, values in (("scale", scale), ("weights", arrays["weights"])))
    learned = graph.unit(weighed(graph, graph.op("Mul", lengths, thin), rows))
    words = graph.unit(weighed(graph, graph.op("Mul", weights, thin), signs))
    long = graph.op("Greater", graph.op("ReduceSum", mask, graph.axis(1), keepdims=1), graph.constant(np.float32(NAME)))
    words = graph.op("Mul", words, graph.floats(long))
    parts = [graph.op("Mul", part, graph.constant(np.float32(share**0.5))) for part, share in ((learned, 1 - WORDS), (words, WORDS))]
    graph.unit(graph.op("Concat", *parts, axis=1), out="embedding")
    return graph.model({"embedding": (TensorProto.FLOAT, ["batch", arrays["table"].shape[1] + arrays["signs"].shape[1]])}, about)


def tokens(table, kernel, about):
    """token_embeddings [batch, length, 128] of length 1: each row mixed with its neighbours, padding as zeros.

    kernel [2·reach + 1, 128]: weights of the tokens from reach places before to reach places after.
    """
    graph = Graph("token-table")
    small, scale = quantise(table)
    rows = graph.floats(graph.op("Gather", graph.constant(small, "table"), "input_ids", axis=0))
    weight = graph.op("Gather", graph.constant(scale, "scale"), "input_ids", axis=0)
    weight = graph.op("Mul", weight, graph.floats("attention_mask"))
    x = graph.op("Mul", rows, graph.op("Unsqueeze", weight, graph.axis(2)))
    reach = len(kernel) // 2
    mixed = graph.op("Mul", x, graph.constant(kernel[reach]))
    wide = graph.op("Pad", x, graph.constant(np.array([0, reach, 0, 0, reach, 0], np.int64)))
    for place, weights in enumerate(kernel):
        if place != reach:
            mixed = graph.op("Add", mixed, graph.op("Mul", _shifted(graph, wide, place, reach), graph.constant(weights)))
    graph.unit(mixed, out="token_embeddings")
    return graph.model({"token_embeddings": (TensorProto.FLOAT, ["batch", "length", table.shape[1]])}, about)


def _shifted(graph, wide, place, reach):
    """The padded rows from place on, as many as there are tokens; the slice's end is counted from the back."""
    end = place - 2 * reach or np.iinfo(np.int64).max
    return graph.op("Slice", wide, graph.axis(place), graph.axis(end), graph.axis(1))


def terms(arrays, about):
    """term_ids and term_weights [batch, length·K]; a padded position weighs exactly 0."""
    graph = Graph("terms")
    mask = graph.floats("attention_mask")
    weight = graph.op("Gather", graph.constant(arrays["weights"].astype(np.float32), "weights"), "input_ids", axis=0)
    weight = graph.op("Mul", weight, _saturation(graph, mask, float(arrays["k"]), float(arrays["b"])))
    weight = graph.op("Mul", weight, mask)
    if "related" not in arrays:
        graph.op("Identity", "input_ids", out="term_ids")
        graph.op("Identity", weight, out="term_weights")
    else:
        _expand(graph, weight, arrays)
    shape = ["batch", "terms"]
    return graph.model({"term_ids": (TensorProto.INT64, shape), "term_weights": (TensorProto.FLOAT, shape)}, about)


def _saturation(graph, mask, k, b):
    """c·(k+1)/(c + k·(1 − b + b·length/typical)) with c the count of the id in its own row."""
    count = _counts(graph, mask)
    length = graph.op("ReduceSum", mask, graph.axis(1), keepdims=1)
    norm = graph.op("Mul", length, graph.constant(np.float32(k * b / TYPICAL_LENGTH)))
    norm = graph.op("Add", norm, graph.constant(np.float32(k * (1 - b))))
    top = graph.op("Mul", count, graph.constant(np.float32(k + 1)))
    return graph.op("Div", top, graph.op("Add", count, norm))


def _expand(graph, weight, arrays):
    """Every id becomes itself and its related ids; strengths are kept as 1/255ths, ids as 16-bit numbers."""
    # int16 holds the ids 0 … 30,521; the first strength is 1 (the id itself).
    related = graph.op("Gather", graph.constant(arrays["related"].astype(np.int16), "related"), "input_ids", axis=0)
    related = graph.op("Cast", related, to=TensorProto.INT64)
    strength = np.round(arrays["strengths"] * 255).astype(np.uint8)
    strength = graph.floats(graph.op("Gather", graph.constant(strength, "strength"), "input_ids", axis=0))
    strength = graph.op("Mul", strength, graph.constant(np.float32(1 / 255)))
    wide = graph.op("Mul", strength, graph.op("Unsqueeze", weight, graph.axis(2)))
    flat = graph.constant(np.array([0, -1], np.int64))
    graph.op("Reshape", related, flat, out="term_ids")
    graph.op("Reshape", wide, flat, out="term_weights")


def _counts(graph, mask):
    """[batch, length]: how often the id of each place occurs in its own row."""
    one = graph.op("Unsqueeze", "input_ids", graph.axis(2))
    other = graph.op("Unsqueeze", "input_ids", graph.axis(1))
    same = graph.floats(graph.op("Equal", one, other))
    return graph.op("Squeeze", graph.op("MatMul", same, graph.op("Unsqueeze", mask, graph.axis(2))), graph.axis(2))
