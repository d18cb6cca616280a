"""Unit tests of the fit of the search weights."""

import math
import re
import unittest
from pathlib import Path

import numpy as np

import weights


def question(scores, gains):
    """A dumped question: {space: similarities} and gains of its candidates."""
    n = len(gains)
    sim = {s: scores.get(s, [None] * n) for s in weights.SPACES}
    known = {s: s in scores for s in weights.SPACES}
    return {
        "rel": gains, "gains": sorted((g for g in gains if g > 0), reverse=True), "sim": sim,
        "mean": {s: 0.0 if known[s] else None for s in weights.SPACES}, "std": {s: 1.0 if known[s] else None for s in weights.SPACES},
    }


def only(*spaces):
    w = np.array([1.0 if s in spaces else 0.0 for s in weights.SPACES])
    return w / w.sum()


class Fit(unittest.TestCase):
    def test_gain_of_one_space(self):
        asked = weights.Asked(question({"E1": [3.0, 2.0, 1.0], "E13": [1.0, 3.0, 2.0]}, [0, 0, 1]))
        self.assertAlmostEqual(asked.gain(only("E1")), 1 / math.log2(4))
        self.assertAlmostEqual(asked.gain(only("E13")), 1 / math.log2(3))

    def test_late_interaction_changes_the_order_of_the_best(self):
        asked = weights.Asked(question({"E1": [2.0, 1.9, 0.0], "E12": [0.1, 0.9, 0.1]}, [0, 1, 0]))
        self.assertAlmostEqual(asked.gain(only("E1")), 1 / math.log2(3))
        self.assertAlmostEqual(asked.gain(only("E1", "E12")), 1.0)

    def test_a_space_without_a_value_is_left_out(self):
        row = question({"E1": [1.0, 0.9], "E6": [-5.0, 0.0]}, [1, 0])
        row["sim"]["E6"][0] = None
        self.assertAlmostEqual(weights.Asked(row).gain(only("E1", "E6")), 1.0)

    def test_large_scores_are_drawn_in_as_in_search(self):
        source = Path(__file__).parents[2] / "engine" / "search" / "standard.go"
        knee = float(re.search(r"^const knee = ([\d.]+)$", source.read_text(), re.M)[1])
        self.assertEqual(list(weights.drawn_in(np.array([-3.0, knee]))), [-3.0, knee])
        self.assertAlmostEqual(float(weights.drawn_in(np.array([knee * math.e]))[0]), 2 * knee)
        asked = weights.Asked(question({"E1": [2.4, 0.0], "E13": [0.0, 5.0]}, [1, 0]))  # undrawn, .34 of 5 would win over .66 of 2.4
        self.assertAlmostEqual(asked.gain(np.array([0.66] + [0.0] * 8 + [0.34])), 1.0)

    def test_climb_gives_weight_to_the_space_that_helps(self):
        rng = np.random.default_rng(1)
        rows = []
        for _ in range(40):
            good = rng.integers(0, 6)
            e1, e13 = rng.normal(0, 1, 6), rng.normal(0, 1, 6)
            e13[good] += 3
            rows.append(weights.Asked(question({"E1": list(e1), "E13": list(e13)}, [float(i == good) for i in range(6)])))
        fitted = weights.climb({"s": rows}, np.full(10, 0.1), 3, weights.average)
        self.assertGreater(fitted[9], 2 * fitted[0])
        self.assertAlmostEqual(fitted.sum(), 1.0)
        self.assertEqual(int(np.argmax(weights.start({"s": rows}))), 9)


if __name__ == "__main__":
    unittest.main()
