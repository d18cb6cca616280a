"""Tests of reading arrays back out of what ships."""

import tempfile
import unittest
from pathlib import Path

import numpy as np

import graph
import shipped


class Back(unittest.TestCase):
    def test_the_same_file_comes_of_what_was_read(self):
        rng = np.random.default_rng(1)
        table, heads = rng.standard_normal((30, 8)).astype(np.float32), [rng.standard_normal((8, 12)).astype(np.float32) for _ in range(2)]
        counts = graph.Counts(rng.random(30), needed=rng.random(30) > 0.5)
        for space, names in (("E5", ["cause", "effect"]), ("E10", ["head"])):
            held = counts if space == "E10" else None
            outputs = names if space == "E5" else ["embedding"]
            first = graph.dense(table, heads[: len(names)], outputs, "test", held)
            with tempfile.TemporaryDirectory() as folder:
                (Path(folder) / space).mkdir()
                (Path(folder) / space / "model.onnx").write_bytes(first)
                back = shipped.arrays(folder, space)
            self.assertTrue(np.array_equal(graph.rounded(back["table"]).argmax(1), graph.rounded(table).argmax(1)))
            again = graph.dense(back["table"], [back[n] for n in names], outputs, "test", graph.Counts.among(back))
            self.assertEqual(graph.quantise(back["table"])[0].tobytes(), graph.quantise(table)[0].tobytes())
            self.assertEqual(len(again), len(first))


if __name__ == "__main__":
    unittest.main()
