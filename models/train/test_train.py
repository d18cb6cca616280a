"""Unit tests of the parts that training rests on: tokenizers, mined causes, graphs, measures."""

import json
import tempfile
import unittest
from pathlib import Path

import numpy as np
import onnx
import torch

import graph
import graph_special
import metrics
import vocab
import views
from contrast import Table, fold
from runner import StaticRunner, TermRunner, TokenRunner
from text import BytePairs, WordPiece, words


class Tokenizers(unittest.TestCase):
    def test_words_follow_bert(self):
        self.assertEqual(words("Déjà-vu: it's 42%"), ["deja", "-", "vu", ":", "it", "'", "s", "42", "%"])

    def test_merges_take_the_most_frequent_pair_first(self):
        types = {("l", "o", "w"): 5, ("l", "o", "t"): 4, ("n", "e", "w"): 3}
        self.assertEqual(list(vocab.learn_merges(types, 2)), [("l", "o"), ("lo", "w")])

    def test_merge_of_a_repeated_letter(self):
        self.assertEqual(list(vocab.learn_merges({("a", "a", "a", "a"): 2}, 2)), [("a", "a"), ("aa", "aa")])

    def test_word_piece_takes_the_longest_match(self):
        tokens = ["[PAD]", "[UNK]", "un", "##happy", "##hap", "##py", "u"]
        tokenizer = WordPiece(self.written(vocab.wordpiece_json(tokens)))
        self.assertEqual(tokenizer.encode("unhappy zzz", 9), [2, 3, 1])

    def test_byte_pairs_round_trip_any_bytes(self):
        counts = {" return": 9, "return": 7, " x": 5, "né": 2}
        from collections import Counter
        tokens, merges = vocab.learn_bpe(Counter(counts), 280)
        tokenizer = BytePairs(self.written(vocab.bpe_json(tokens, merges)))
        back = {i: t for t, i in tokenizer.vocab.items()}
        letters = {v: k for k, v in tokenizer.letters.items()}
        ids = tokenizer.encode("return né\n\tx", 99)
        self.assertEqual(bytes(letters[c] for i in ids for c in back[i]).decode(), "return né\n\tx")
        self.assertLess(len(ids), 10)

    def written(self, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / "tokenizer.json"
        path.write_text(text, encoding="utf-8")
        return path


class Causes(unittest.TestCase):
    def test_both_directions_give_cause_first(self):
        rows = views.mined_causes(["The server stopped at noon because the disk was full."], 9)
        self.assertEqual(rows, [("the disk was full", "The server stopped at noon")])
        rows = views.mined_causes(["A full disk on the host leads to lost writes in the journal."], 9)
        self.assertEqual(rows, [("A full disk on the host", "lost writes in the journal")])


class Letters:
    """A tokenizer for tests: one id a letter."""

    def __len__(self):
        return 30

    def encode(self, text, limit):
        return [ord(c) - 95 for c in text if c.isalpha()][:limit]


class Graphs(unittest.TestCase):
    def test_dense_graph_is_valid_and_small(self):
        table = np.random.default_rng(1).standard_normal((30, 8)).astype(np.float32)
        model = onnx.load_from_string(graph.dense(table, [np.eye(8, 12, dtype=np.float32)], ["embedding"], "test"))
        self.assertEqual([o.name for o in model.graph.output], ["embedding"])
        self.assertLessEqual(model.opset_import[0].version, 17)
        self.assertIn(onnx.TensorProto.INT8, [c.data_type for c in model.graph.initializer])

    def test_rounding_keeps_a_row_within_half_a_step(self):
        table = np.random.default_rng(2).standard_normal((5, 16)).astype(np.float32)
        step = np.abs(table).max(1, keepdims=True) / 127
        self.assertTrue(np.all(np.abs(graph.rounded(table) - table) <= 0.5001 * step))

    def test_term_graph_outputs(self):
        arrays = {"weights": np.ones(30), "k": 1.0, "b": 0.5}
        model = onnx.load_from_string(graph_special.terms(arrays, "test"))
        self.assertEqual([o.name for o in model.graph.output], ["term_ids", "term_weights"])

    def test_runner_equals_the_trained_table(self):
        table = np.random.default_rng(3).standard_normal((30, 8)).astype(np.float32)
        model = Table(table, np.zeros(30), 12)
        got = StaticRunner(Letters(), fold(model), model.heads[0].detach().numpy()).embed(["abc", "d"])
        want = model((torch.tensor([2, 3, 4, 5]), torch.tensor([0, 3]))).detach().numpy()
        want /= np.linalg.norm(want, axis=1, keepdims=True)
        self.assertLess(np.abs(got - want).max(), 0.02)

    def test_more_of_a_term_weighs_more_but_saturates(self):
        runner = TermRunner(Letters(), {"weights": np.ones(30), "k": 1.0, "b": 0.0}, 99)
        one, two, many = (runner.terms(["a" * n]).toarray()[0, 2] for n in (1, 2, 50))
        self.assertTrue(1 == one < two < many < 2)

    def test_max_sim_of_a_text_with_itself_is_one(self):
        table = np.random.default_rng(4).standard_normal((30, 8)).astype(np.float32)
        runner = TokenRunner(Letters(), table, np.array([[0.1], [1], [0.1]]).repeat(8, 1))
        scores = runner.score(["abc", "xy"], ["abc", "xy"])
        self.assertTrue(np.allclose(np.diag(scores), 1, atol=1e-5))
        self.assertLess(scores[0, 1], 1)


class Measures(unittest.TestCase):
    def test_judge_counts_ranks(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            rows = [{"_id": str(i), "title": "", "text": f"t{i}"} for i in range(3)]
            (folder / "corpus.jsonl").write_text("\n".join(json.dumps(r) for r in rows))
            (folder / "queries.jsonl").write_text(json.dumps({"_id": "q", "text": "t"}))
            (folder / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\nq\t1\t1\n")
            task = metrics.Retrieval(folder)
        gain, rank = task.judge(np.array([[3.0, 2.0, 1.0]]))
        self.assertAlmostEqual(gain, 1 / np.log2(3))
        self.assertAlmostEqual(rank, 0.5)


if __name__ == "__main__":
    unittest.main()
