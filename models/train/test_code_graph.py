"""Unit tests of what E7 and E8 learn from: the views of code, commits and sections, and the head both share."""

import unittest
from types import SimpleNamespace

import numpy as np
import onnx

import code_space
import graph_special
import structure
import views
from runner import MentionRunner, StaticRunner


class CodeViews(unittest.TestCase):
    def test_repeated_bodies_and_boilerplate_are_dropped(self):
        rows = [(f"IsError{i} returns true when this Reply{i} has failed", f"body {i}") for i in range(9)]
        self.assertEqual(views.distinct_code(rows, most=3), rows[:3])
        self.assertEqual(views.distinct_code([("open a file", "x"), ("close the door", "x")]), [("open a file", "x")])

    def test_language_is_told_by_the_first_line(self):
        self.assertEqual(views.language("async def f(x):\n    pass"), "python")
        self.assertEqual(views.language("func (s *Store) Get() {\n}"), "go")
        self.assertEqual(views.language("def f(x: Int): Int = { x }"), "other")  # Scala

    def test_identifiers_fall_into_words(self):
        self.assertEqual(views.identifier_words("writeBoolean"), "write boolean")
        self.assertEqual(views.identifier_words("_write_boolean"), "write boolean")

    def test_a_question_is_the_first_sentence_without_marks(self):
        self.assertEqual(views.typed_question("Opens `maxFiles` files. Never fails."), "opens max files files")
        self.assertEqual(views.typed_question("one two three four", most=2), "one two")

    def test_a_name_leaves_its_function(self):
        rows = views.name_pairs([("Sum it.", "def add_numbers(a):\n    return add_numbers(a)"), ("No.", "x = 1")], 9)
        self.assertEqual(rows, [("add numbers", "def f(a):\n    Sum it.\n    return f(a)")])

    def test_name_limit_counts_pairs_found(self):
        code = [("None.", "x = 1")] * 5 + [("Do.", f"def something{i}():\n    pass") for i in range(5)]
        self.assertEqual(len(views.name_pairs(code, 3)), 3)


class StructureViews(unittest.TestCase):
    def test_commits_to_one_component_are_paired_without_its_name(self):
        commits = [("http2: close idle streams", "body one"), ("fix(http2): count them", "body two"), ("raft: vote", "alone")]
        rows = [set(pair) for pair in views.component_pairs(commits)]
        self.assertEqual(rows, [{"close idle streams\nbody one", "count them\nbody two"}])

    def test_a_kind_of_change_is_no_component(self):
        self.assertEqual(views.component_pairs([("fix: a", "x"), ("fix: b", "y"), ("Docs: c", "z"), ("docs: d", "w")]), [])

    def test_a_component_gives_at_most_so_many_commits(self):
        commits = [(f"parser: change {i}", "body") for i in range(40)]
        self.assertEqual(len(views.component_pairs(commits, most=5)), 4)

    def test_a_section_is_paired_with_one_whose_title_it_names(self):
        sections = [("Guide > Installing", "See Configuration first."), ("Guide > Configuration", "Set the port."), ("Other > Upgrading", "See Configuration.")]
        self.assertEqual(views.mention_pairs(sections), [("Installing See Configuration first.", "Configuration Set the port.")])

    def test_the_documents_own_title_is_no_mention(self):
        sections = [("Guide > Guide", "text"), ("Guide > Installing", "This guide tells all.")]
        self.assertEqual(views.mention_pairs(sections), [])


class Head(unittest.TestCase):
    def test_spread_keeps_cosines(self):
        x = np.random.default_rng(1).standard_normal((6, 16)).astype(np.float32)
        wide = x @ code_space.spread(16, 40, seed=1)
        self.assertEqual(wide.shape, (6, 40))
        self.assertLess(np.abs(wide @ wide.T - x @ x.T).max(), 1e-4)

    def test_a_head_narrower_than_its_table_is_refused(self):
        with self.assertRaisesRegex(ValueError, "8 numbers cannot keep 16 axes"):
            code_space.spread(16, 8, seed=1)


class Letters:
    """A tokenizer for tests: one id a letter."""

    cache_folder = None

    def __len__(self):
        return 30

    def encode(self, text, limit):
        return [ord(c) - 95 for c in text.lower() if "a" <= c <= "z"][:limit]


class Fits(unittest.TestCase):
    """Both recipes on a text of a few pairs: arrays of the right shape, and a pair nearer than it was at the start."""

    def setUp(self):
        nouns = ("cat", "dog", "fox", "hen", "owl", "pig")
        code = [(f"Feed the {n}. Or not.", f"def feed_{n}(x):\n    return give('{n}', x)") for n in nouns]
        code += [(f"Feeds one {n}", f"func Feed{n}(x int) {{\n\tgive({n!r}, x)\n}}") for n in nouns]
        code += [(f"Feed that {n}", f"fn feed_{n}(x: u8) {{ give({n!r}, x) }}") for n in nouns]
        doc = [(f"{n} > Food of {i}", f"The {n} eats. See food of {1 - i}.") for n in nouns for i in (0, 1)]
        latin = ("felis", "canis", "vulpes", "gallus", "strix", "sus")
        commit = [(f"{n}: {n} {i}", name) for n, name in zip(nouns, latin) for i in (0, 1)]
        pairs = {"code": code, "doc": doc, "commit": commit, "tldr": [("list files", "ls")], "nl2bash": [("show a file", "cat f")]}
        words = [SimpleNamespace(words=[n], definition=f"a {n} that eats", links={"hypernym": [(i + 1) % 6]}) for i, n in enumerate(nouns)]
        self.text = SimpleNamespace(pairs=pairs, wide=pairs, synsets=dict(enumerate(words)))
        self.table = np.random.default_rng(3).standard_normal((30, 8)).astype(np.float32)

    def test_code(self):
        sections = [(f"{n} > part", f"The {n} eats {m} and sleeps") for n in ("cat", "dog", "fox", "hen") for m in ("hay", "corn", "fish", "milk", "bugs", "rice")]
        self.text.wide = {**self.text.wide, "doc": sections}
        arrays = code_space.fit(self.text, Letters(), self.table, self.table, 100)
        self.assertEqual([arrays[n].shape for n in ("table", "head")], [(30, 8), (8, 1536)])
        self.nearer(arrays, self.text.pairs["code"])

    def test_structure(self):
        arrays = structure.fit(self.text, Letters(), self.table, 100)
        self.assertEqual([arrays[n].shape for n in ("table", "signs", "weights")], [(30, 8), (30, structure.SIGNS), (30,)])
        self.assertEqual(set(np.unique(arrays["signs"])), {-1, 1})
        self.nearer({"table": arrays["table"], "head": np.eye(8)}, self.text.pairs["commit"])

    def test_mentions_are_near_and_a_name_is_what_is_learned_of_it(self):
        rng = np.random.default_rng(4)
        arrays = structure.finish(rng.standard_normal((30, 8)).astype(np.float32), self.table)
        runner, letters = MentionRunner(Letters(), arrays), Letters()
        one, two, other, name, single = runner.embed(["abcdefg", "gfedcba", "hijklmn", "ab", "c"])
        self.assertAlmostEqual(float(one @ two), 1, places=5)
        self.assertGreater(float(one @ two), float(one @ other) + 0.3)
        self.assertEqual(float(np.abs(name[8:]).sum()), 0)
        learned = arrays["table"][letters.encode("c", 1)[0]]
        self.assertGreater(float(single[:8] @ learned / np.linalg.norm(learned)), 0.999)
        onnx.checker.check_model(onnx.load_from_string(graph_special.mentions(arrays, "test")))

    def test_what_meaning_explains_counts_less(self):
        rng = np.random.default_rng(5)
        meant = rng.standard_normal((60, 8)).astype(np.float32)
        beyond = structure.finish(meant, meant)["table"]
        self.assertAlmostEqual(float(np.linalg.norm(beyond) / np.linalg.norm(meant)), 1 - structure.KNOWN, places=3)

    def nearer(self, arrays, pairs):
        """The true pairs stand out from the others more than they did before training, by more than rounding could do."""
        after, before = self.margin(arrays["table"], arrays["head"], pairs), self.margin(self.table, np.eye(8), pairs)
        self.assertGreater(after, before + 0.05)

    def margin(self, table, head, pairs):
        runner = StaticRunner(Letters(), table, head.astype(np.float32))
        scores = runner.embed([a for a, _ in pairs]) @ runner.embed([b for _, b in pairs]).T
        return float(np.mean(np.diag(scores)) - np.mean(scores))


if __name__ == "__main__":
    unittest.main()
