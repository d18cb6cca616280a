"""Tests of what keeps a space from being E1 over again, and of what counts in a text."""

import unittest

import numpy as np
import onnx
import torch

import apart
import graph
import named
from runner import StaticRunner, unit


class Letters:
    """A tokenizer for tests: one id a word, numbered as words come."""

    def __init__(self, *words):
        self.vocab = {w: i for i, w in enumerate(words)}

    def __len__(self):
        return 64

    def encode(self, text, limit):
        return [self.vocab.setdefault(w, len(self.vocab)) for w in text.lower().split()][:limit]


class Learning(unittest.TestCase):
    def test_correlation_falls_to_its_limit_and_pairs_stay_together(self):
        rng = np.random.default_rng(1)
        table = rng.standard_normal((64, 8)).astype(np.float32)
        words = [f"w{i}" for i in range(60)]
        sections = [(f"doc{d} > part", " ".join(rng.choice(words[d : d + 20], 12))) for d in range(40) for _ in range(6)]
        passages = apart.Passages(Letters(*words), sections, table, table)
        before = float(passages.correlation(torch.eye(8), np.random.default_rng(2)))
        x = torch.from_numpy(unit(rng.standard_normal((50, 8)).astype(np.float32)))
        kind = type("Kind", (), {"share": 1.0, "a": x, "b": x})()
        turn = apart.learn([kind], passages, lambda a, b, turn: 0 * turn.sum(), 0.6, keep=0.0, rate=0.02, batch=16)
        after = float(passages.correlation(torch.from_numpy(turn), np.random.default_rng(2)))
        self.assertAlmostEqual(before, 1, places=4)
        self.assertLess(after, 0.75)

    def test_common_axes_are_gone(self):
        class Fixed:
            def axes(self, count):
                return np.eye(4, dtype=np.float32)[:, :count]

        head = apart.without_common(np.ones((4, 6), np.float32), Fixed(), 2)
        self.assertEqual(head[:2].tolist(), np.zeros((2, 6)).tolist())
        self.assertEqual(head[2:].tolist(), np.ones((2, 6)).tolist())

    def test_pairs_are_mostly_of_one_document(self):
        left, right = apart.pairs(10)
        same = (left // apart.PASSAGES == right // apart.PASSAGES).sum()
        self.assertEqual(int(same), 10 * 15)
        self.assertEqual(len(left), 225)


class Names(unittest.TestCase):
    def test_what_looks_like_a_name(self):
        for word, opens, want in (("Kafka", False, True), ("Kafka", True, None), ("API", True, True), ("parse_config", True, True), ("parseConfig", False, True),
                                  ("disk", False, False), ("a.b", False, None), ("42", False, False), ("`redis`", False, True)):
            self.assertEqual(named.looks_named(word, opens), want, word)

    def test_counts_leave_out_titles_and_openings(self):
        letters = Letters("the", "kafka", "broker", "is", "slow", "it")
        uses = named.count(["It is slow. The Kafka broker is slow", "The Slow Kafka Broker"], letters)
        self.assertEqual(uses[1, 1], 1)
        self.assertEqual(uses[0, 4], 2)
        self.assertEqual(uses[:, 5].sum(), 0)


class Counting(unittest.TestCase):
    def embed(self, counts, *texts):
        letters = Letters("a", "b", "kafka", "redis", "c", "stone")
        table, head = np.eye(64, dtype=np.float32), np.eye(64, dtype=np.float32)
        onnx.checker.check_model(onnx.load_from_string(graph.dense(table, [head], ["embedding"], "test", counts)))
        return StaticRunner(letters, table, head, counts=counts).embed(texts)

    def test_only_names_count_but_a_short_text_counts_whole(self):
        shares = np.zeros(64, np.float32)
        shares[[2, 3]] = 1
        got = self.embed(graph.Counts(shares, whole=2), "a b kafka", "a b c", "a b")
        self.assertAlmostEqual(float(got[0, 2]), 1, places=5)
        self.assertEqual(float(np.abs(got[1]).sum()), 0.0)
        self.assertTrue(np.allclose(got[2, :2], 2**-0.5, atol=1e-5))

    def test_nothing_counts_without_what_is_needed(self):
        needed = np.zeros(64, np.float32)
        needed[5] = 1
        got = self.embed(graph.Counts(np.ones(64), needed=needed), "a stone", "a b")
        self.assertTrue(np.allclose(got[0, [0, 5]], 2**-0.5, atol=1e-5))
        self.assertEqual(float(np.abs(got[1]).sum()), 0.0)


if __name__ == "__main__":
    unittest.main()
