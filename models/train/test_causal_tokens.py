"""Unit tests of E5's and E12's pairs, start and graph arithmetic, and of E8's graph."""

import types
import unittest

import numpy as np
import onnx
from onnx import numpy_helper

import apart
import causal
import graph
import graph_special
import runner
import token_space


class Letters:
    """A tokenizer of single letters: a is 1, b is 2 and so on."""

    def encode(self, text, limit):
        return [ord(c) - 96 for c in text][:limit]


OPS = {
    "Gather": lambda x, ids, axis: np.take(x, ids, axis),
    "Cast": lambda x, to: x.astype(onnx.mapping.TENSOR_TYPE_TO_NP_TYPE[to]),
    "Mul": lambda x, y: x * y,
    "Add": lambda x, y: x + y,
    "Div": lambda x, y: x / y,
    "Max": np.maximum,
    "Unsqueeze": lambda x, axes: np.expand_dims(x, tuple(axes)),
    "Pad": lambda x, pads: np.pad(x, list(zip(pads[: x.ndim], pads[x.ndim :]))),
    "Slice": lambda x, low, high, axes: x[(slice(None),) * axes[0] + (slice(low[0], high[0]),)],
    "Equal": lambda x, y: x == y,
    "Greater": lambda x, y: x > y,
    "Sqrt": np.sqrt,
    "MatMul": lambda x, y: x @ y,
    "Squeeze": lambda x, axes: np.squeeze(x, tuple(axes)),
    "Concat": lambda *parts, axis: np.concatenate(parts, axis),
    "ReduceSum": lambda x, axes, keepdims: x.sum(tuple(axes), keepdims=bool(keepdims)),
    "ReduceL2": lambda x, axes, keepdims: np.sqrt((x * x).sum(tuple(axes), keepdims=bool(keepdims))),
}


def answer(data, **inputs):
    """The first output of a serialised model, each node computed by numpy as the ONNX operator list defines it."""
    loaded = onnx.load_from_string(data).graph
    values = {c.name: numpy_helper.to_array(c) for c in loaded.initializer} | inputs
    for node in loaded.node:
        settings = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
        values[node.output[0]] = OPS[node.op_type](*[values[n] for n in node.input], **settings)
    return values[loaded.output[0].name]


class Projections(unittest.TestCase):
    def test_direction_stays_and_likeness_loses_what_passages_share(self):
        rng = np.random.default_rng(6)
        table = rng.standard_normal((27, 64)).astype(np.float32)
        table[:, 0] += 2  # shared by all
        letters = [chr(97 + i) for i in range(26)]
        wide = {"doc": [(f"page{d} > part", "".join(rng.choice(letters, 30))) for d in range(60) for _ in range(apart.PASSAGES)]}
        heads = [0.1 * rng.standard_normal((64, causal.WIDTH)).astype(np.float32) for _ in range(2)]
        cause, effect = causal.projections(types.SimpleNamespace(wide=wide), Letters(), table, heads, table)
        before, after = (c @ e.T for c, e in ((graph.rounded_columns(heads[0]), graph.rounded_columns(heads[1])), (cause, effect)))
        np.testing.assert_allclose(after - after.T, 2 * (before - before.T), atol=0.02)
        shared = np.eye(64)[0] * 1.0
        self.assertLess(abs(shared @ (after + after.T) @ shared), 0.05 * abs(shared @ (before + before.T) @ shared) + 0.5)
        self.assertLess(np.linalg.norm(shared @ cause), np.linalg.norm(rng.standard_normal(64) / 8 @ cause))


class Mentions(unittest.TestCase):
    def test_the_graph_is_what_the_runner_says_and_padding_changes_nothing(self):
        rng = np.random.default_rng(7)
        arrays = {"table": rng.standard_normal((27, 6)).astype(np.float32), "signs": rng.choice(np.array([-1, 1], np.int8), (27, 10)), "weights": rng.random(27).astype(np.float32)}
        texts = ["abcabcde", "hello", "ab"]
        want = runner.MentionRunner(Letters(), arrays).embed(texts)
        ids, mask = np.zeros((3, 11), np.int64), np.zeros((3, 11), np.int64)
        for i, text in enumerate(texts):
            ids[i, : len(text)], mask[i, : len(text)] = Letters().encode(text, 11), 1
        got = answer(graph_special.mentions(arrays, "test"), input_ids=ids, attention_mask=mask)
        np.testing.assert_allclose(got, want, atol=1e-5)


class CausalText(unittest.TestCase):
    def test_running_text_takes_the_prose_side(self):
        synset = types.SimpleNamespace(examples=["an example"], definition="a definition")
        wide = {"doc": [("path", "section")], "code": [("comment", "body")]}
        text = types.SimpleNamespace(wide=wide, synsets={"s": synset})
        self.assertEqual(list(causal.running_text(text)), ["section", "comment", "an example", "a definition"])


class TokenStart(unittest.TestCase):
    def test_frequent_ids_match_anything_and_rare_ids_only_themselves(self):
        rows = token_space.weighted(np.eye(4, 128, dtype=np.float32) * 3, np.array([0.1, 0.1, 9.0, 20.0]))
        cosines = runner.unit(rows) @ runner.unit(rows).T
        self.assertGreater(cosines[0, 1], 0.95)
        self.assertLess(abs(cosines[2, 3]), 1e-6)

    def test_unit_axes_keep_the_cosines_and_drop_the_lengths(self):
        table = np.random.default_rng(1).standard_normal((50, 8)) * np.arange(1, 51)[:, None]
        made = token_space.unit_axes(table, 8)
        wanted = runner.unit(table) @ runner.unit(table).T
        np.testing.assert_allclose(made @ made.T, wanted, atol=1e-5)

    def test_fit_gives_the_shapes_that_the_graph_wants(self):
        made = token_space.fit(np.random.default_rng(2).standard_normal((300, 160)), np.full(300, 5.0))
        self.assertEqual((made["table"].shape, made["kernel"].shape), ((300, 128), (5, 128)))


class TokenArithmetic(unittest.TestCase):
    def test_every_token_is_mixed_with_the_kernel_by_the_definition(self):
        table, kernel = np.eye(8, 128), np.random.default_rng(3).standard_normal((5, 128))
        run = runner.TokenRunner(Letters(), table, kernel)
        for text in ("a", "ab", "abcdefg"):
            ids = Letters().encode(text, 99)
            wanted = [sum(kernel[2 + j - i] * table[ids[j]] for j in range(len(ids)) if abs(j - i) <= 2) for i in range(len(ids))]
            np.testing.assert_allclose(run.tokens(text), runner.unit(np.array(wanted)), atol=1e-5)

    def test_graph_and_runner_agree_and_padding_changes_nothing(self):
        rng = np.random.default_rng(4)
        table, kernel = rng.standard_normal((12, 128)), rng.standard_normal((5, 128)).astype(np.float32)
        run = runner.TokenRunner(Letters(), table, kernel)
        data = graph_special.tokens(table, kernel, "test")
        for text in ("a", "ab", "abc", "abcdefg"):
            ids, mask = np.full((1, 9), 11), np.zeros((1, 9), np.int64)
            ids[0, : len(text)], mask[0, : len(text)] = Letters().encode(text, 99), 1
            made = answer(data, input_ids=ids, attention_mask=mask)[0, : len(text)]
            np.testing.assert_allclose(made, run.tokens(text), atol=1e-5)


if __name__ == "__main__":
    unittest.main()
