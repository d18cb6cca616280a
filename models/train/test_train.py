"""Unit tests of the parts that training rests on: tokenizers, what is left out, batches, check-points, graphs, measures."""

import json
import lzma
import random
import tempfile
import unittest
import unittest.mock
from pathlib import Path

import numpy as np
import onnx
import torch

import checkpoint
import draws
import fitsets
import graph
import graph_special
import holdout
import metrics
import overlap
import semantic
import sources
import surroundings
import vocab
import views
from contrast import Table, fold, info_nce, train
from corpus import Encoded
from runner import StaticRunner, TermRunner, TokenRunner, unit
from text import WordPiece, words


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


class LeavingOut(unittest.TestCase):
    def test_sections_of_one_document_stay_together(self):
        titles = [f"Document {i}" for i in range(400)]
        for title in titles:
            found = {holdout.held_out("doc", (f"{title} > {part}", part)) for part in ("One", "Two > Three")}
            self.assertEqual(len(found), 1)
        apart = sum(holdout.held_out("doc", (t, "x")) for t in titles)
        self.assertTrue(4 <= apart <= 32, apart)  # 4 % of 400

    def test_same_text_is_held_out_with_any_question_and_case(self):
        bodies = [f"body {i}" for i in range(300)]
        first = [holdout.held_out("commit", ("one", b)) for b in bodies]
        self.assertEqual(first, [holdout.held_out("commit", ("two", b.upper() + " ")) for b in bodies])
        self.assertTrue(any(first) and not all(first))

    def test_documents_of_unclear_licence_are_known_by_their_title(self):
        self.assertTrue(holdout.unclear("doc", ("Architecture decision record (ADR) > File name conventions", "x")))
        self.assertFalse(holdout.unclear("doc", ("Architecture Decision Records (ADR) > Index", "x")))
        self.assertFalse(holdout.unclear("commit", ("Architecture decision record (ADR)", "x")))

    def test_kinds_without_a_share_are_trained_on_whole(self):
        self.assertFalse(any(holdout.held_out("causal-cause", ("a", str(i))) for i in range(500)))


class Overlap(unittest.TestCase):
    SENTENCE = "one two three four five six seven eight nine ten eleven twelve thirteen"

    def found(self, text, evaluation=SENTENCE):
        grams = overlap.Grams([("set", evaluation)])
        return overlap.find(grams, {"doc": [("title", text)]})["doc"].tolist()

    def test_thirteen_words_in_a_row_count(self):
        self.assertEqual(self.found("Before: One two three, four five six seven eight nine ten eleven twelve THIRTEEN and after."), [1])

    def test_twelve_words_in_a_row_do_not(self):
        self.assertEqual(self.found("zero two three four five six seven eight nine ten eleven twelve thirteen"), [0])
        self.assertEqual(self.found(self.SENTENCE.replace("seven", "seven unheard")), [0])

    def test_words_of_two_texts_do_not_join(self):
        half = self.SENTENCE.split()
        grams = overlap.Grams([("set", self.SENTENCE)])
        pairs = [(" ".join(["x"] * 9 + half[:7]), " ".join(half[7:] + ["y"] * 9))]
        self.assertEqual(overlap.find(grams, {"doc": pairs})["doc"].tolist(), [0])

    def test_short_texts_count_when_they_are_the_same(self):
        self.assertEqual(self.found("The moths changed over many years.", "the moths changed over many years"), [1])
        self.assertEqual(self.found("The moths changed over many years again", "the moths changed over many years"), [0])
        self.assertEqual(self.found("find large files", "find large files"), [0])

    def test_each_set_has_its_own_bit(self):
        grams = overlap.Grams([("a", self.SENTENCE), ("b", self.SENTENCE + " fourteen"), ("c", "of no use at all to anyone")])
        bits = overlap.find(grams, {"doc": [(self.SENTENCE, "body")]})["doc"][0]
        self.assertEqual([n for i, n in enumerate(grams.names) if bits >> i & 1], ["a", "b"])

    def test_every_file_form_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            one = Path(folder) / "one"
            one.mkdir()
            (one / "corpus.jsonl").write_text(json.dumps({"_id": "1", "text": "from json", "n": 3}) + "\n")
            (one / "sts.csv").write_text("news\t2015\tfrom tabs, with a comma\n")
            (one / "intents.csv").write_text('text,label\n"from commas, quoted",x\n')
            (one / "copa.xml").write_text("<a><p>from elements</p></a>")
            (one / "LICENSE").write_text("not a text of the set")
            texts = {t for _, t in overlap.evaluation_texts(folder)}
        self.assertLessEqual({"from json", "from tabs, with a comma", "from commas, quoted", "from elements"}, texts)
        self.assertNotIn("not a text of the set", texts)

    def test_overlapping_rows_are_kept_for_the_next_run_and_made_again_for_other_sets(self):
        with tempfile.TemporaryDirectory() as folder:
            one = Path(folder) / "eval" / "one"
            one.mkdir(parents=True)
            (one / "corpus.jsonl").write_text(json.dumps({"text": self.SENTENCE}) + "\n")
            pairs = {"doc": [("a", "b"), ("c", self.SENTENCE)], "qa": []}
            rows, first = overlap.rows(pairs, one.parent, folder, "v")
            self.assertEqual(rows, {"doc": {1}, "qa": set()})
            self.assertEqual(overlap.rows(pairs, one.parent, folder, "v"), (rows, first))
            (one / "corpus.jsonl").write_text(json.dumps({"text": "something else"}) + "\n")
            again, second = overlap.rows(pairs, one.parent, folder, "v")
            self.assertEqual(again["doc"], set())
            self.assertNotEqual(first, second)


class FitSets(unittest.TestCase):
    def test_sentence_is_taken_out_of_its_document(self):
        text = "The first sentence stands here quite alone. " * 2 + "Moths change colour in towns because soot darkens the bark of trees. Nobody saw it. The end came soon after that for all of them."
        question, rest = fitsets._take_sentence(text, random.Random(1))
        self.assertIn(question, text)
        self.assertNotIn(question, rest.replace("The first sentence stands here quite alone.", "", 1) if question.startswith("The first") else rest)

    def test_ambiguous_questions_are_not_asked(self):
        rows = [("Usage", "one document"), ("usage ", "another document"), ("How moths fly", "a third document")]
        corpus, questions = fitsets.choose(rows, random.Random(1))
        self.assertEqual(len(corpus), 3)
        self.assertEqual([(q, corpus[d]) for q, d in questions], [("How moths fly", "a third document")])

    def test_written_sets_are_read_as_retrieval_sets(self):
        with tempfile.TemporaryDirectory() as folder:
            held = {"commit": [(f"subject number {i}", f"body of number {i}") for i in range(9)]}
            sizes = fitsets.write(held, Path(folder))
            self.assertEqual(sizes, {"commits": (9, 9)})
            task = metrics.Retrieval(Path(folder) / "commits")
            self.assertEqual(task.judge(metrics.bm25(task)), (1.0, 1.0))


class CutPairs(unittest.TestCase):
    def encoded(self, lists):
        return Encoded(np.concatenate(lists).astype(np.int32), np.cumsum([0] + [len(x) for x in lists]))

    def test_hidden_words_go_but_never_all(self):
        self.assertEqual(draws.without(np.arange(10), [0, 1]).tolist(), list(range(2, 10)))
        self.assertEqual(draws.without(np.arange(10), range(8)).tolist(), list(range(10)))

    def test_a_passage_and_its_rest_make_the_text(self):
        text = np.arange(100, 160)
        spans = draws.Spans("s", self.encoded([np.arange(9), text]), 1.0)
        self.assertEqual(len(spans), 1)  # nine ids are too few
        for seed in range(20):
            (passage,), (rest,) = spans.draw(np.array([0]), np.random.default_rng(seed))
            self.assertTrue(8 <= len(passage) <= 32)
            self.assertEqual(np.diff(passage).tolist(), [1] * (len(passage) - 1))
            self.assertEqual(sorted([*passage, *rest]), text.tolist())

    def test_groups_come_in_runs_that_cover_every_row_once(self):
        groups = np.repeat(np.arange(50), 10)
        rows = draws.order(groups, np.random.default_rng(1), 8)
        self.assertEqual(sorted(rows), list(range(500)))
        runs = np.diff(np.flatnonzero(np.diff(groups[rows], prepend=-1, append=-1)))
        self.assertTrue(set(runs) <= {2, 4, 6, 8, 10, 16}, set(runs))
        self.assertGreater(np.mean(runs), 4)
        self.assertFalse(np.array_equal(groups[rows], np.sort(groups)))

    def test_pairs_are_cut_to_their_limits(self):
        side = self.encoded([np.arange(50), np.arange(50)])
        left, right = draws.Pairs("p", side, side, 1.0, limits=(3, 7)).draw(np.array([0, 1]), np.random.default_rng(1))
        self.assertEqual([len(x) for x in left + right], [3, 3, 7, 7])

    def test_turned_copies_change_no_cosine(self):
        rng = np.random.default_rng(6)
        head, points = rng.standard_normal((8, 8)), rng.standard_normal((5, 8))
        wider = semantic.widened(head, 32)
        self.assertEqual(wider.shape, (8, 32))
        for width in (8, 16, 24, 32):
            x, y = unit(points @ head), unit(points @ wider[:, :width])
            self.assertTrue(np.allclose(x @ x.T, y @ y.T, atol=1e-5))


class Died(Exception):
    pass


class Checkpoints(unittest.TestCase):
    """A training that dies and is started again ends in the bytes of one that did not."""

    def trained(self, folder=None, dies_at=None, stamp="s", every=5):
        rng = np.random.default_rng(2)
        side = Encoded(rng.integers(0, 30, 400).astype(np.int32), np.arange(0, 401, 4))
        sets = [draws.Pairs("p", side, side, 0.7, hide=0.3, groups=np.arange(100) // 4), draws.Spans("s", side, 0.3, (1, 2), 4)]
        batches = draws.Draws(sets, 16, seed=3, block=2)
        model = Table(rng.standard_normal((30, 8)), np.zeros(30), 8)
        calls = []

        def loss(model, batches):
            calls.append(1)
            if len(calls) == dies_at:
                raise Died
            x, y = batches.both(model)
            return info_nce(x, y, 10.0), len(x)

        def run():
            return train(model, batches, 23, loss, "test", 0.01)

        if folder is None:
            run()
        else:
            with checkpoint.kept(Path(folder) / "c", stamp, every):
                run()
        return fold(model), len(calls)

    def test_goes_on_where_it_was(self):
        whole, _ = self.trained()
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaises(Died):
                self.trained(folder, dies_at=13)
            again, steps = self.trained(folder)
            self.assertEqual(steps, 23 - 10)
            self.assertTrue(np.array_equal(whole, again))

    def test_another_stamp_starts_anew(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaises(Died):
                self.trained(folder, dies_at=13)
            self.assertEqual(self.trained(folder, stamp="other")[1], 23)

    def test_clear_leaves_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            self.trained(folder)
            self.assertTrue(list(Path(folder).iterdir()))
            checkpoint.Keeper(Path(folder) / "c", "s").clear()
            self.assertEqual(list(Path(folder).iterdir()), [])


class Inputs(unittest.TestCase):
    def test_missing_files_are_named(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(FileNotFoundError, "no pairs-.*no ppdb-lexical"):
                sources.check(folder)
            with self.assertRaisesRegex(FileNotFoundError, "is no folder"):
                sources.check(Path(folder) / "absent")

    def test_a_malformed_line_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            with lzma.open(Path(folder) / "pairs-1.jsonl.xz", "wt") as f:
                f.write('{"k": "qa", "a": "x", "b": "y"}\n{"k": "qa", "a": "x"}\n')
            with self.assertRaisesRegex(sources.MalformedPairs, r"pairs-1.jsonl.xz near line 2: KeyError\('b'\)"):
                sources.load_pairs(folder, folder)

    def test_full_disk_is_named(self):
        room = {"work": 1 << 62, "out": 0}
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.object(surroundings, "ROOM", room):
            with self.assertRaisesRegex(OSError, "--work needs"):
                surroundings.check_room(folder, folder)


if __name__ == "__main__":
    unittest.main()
