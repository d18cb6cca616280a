"""Unit tests of the fit sets that are made of notes."""

import random
import unittest

import notesets

WORDS = " ".join(f"w{i}" for i in range(31))


class Notes(unittest.TestCase):
    def test_sections_know_the_headings_above_them(self):
        text = f"# Title\n## First\n{WORDS}\n### Deep\n{WORDS} deep\n## Second\ntoo short\n# Other\n{WORDS} other\n"
        self.assertEqual(
            notesets.sections(text),
            [(("Title", "First"), WORDS), (("Title", "First", "Deep"), f"{WORDS} deep"), (("Other",), f"{WORDS} other")],
        )

    def test_a_sentence_is_taken_out_of_its_document(self):
        parts = [" ".join([f"s{n}"] * 8) + "." for n in range(5)]
        rows = [("f", (), " ".join(parts))]
        documents, asked, wanted = notesets.sentences(rows, random.Random(1))
        self.assertIn(asked[0], parts)
        self.assertEqual(documents, [" ".join(p for p in parts if p != asked[0])])
        self.assertEqual(wanted, {0: [0]})

    def test_related_asks_for_the_other_sections_of_a_file(self):
        rows = [("f", (), "a"), ("f", (), "b"), ("g", (), "c")]
        _, asked, wanted = notesets.related(rows, random.Random(1))
        self.assertEqual(asked, {0: "a", 1: "b"})
        self.assertEqual(wanted, {0: [1], 1: [0]})


if __name__ == "__main__":
    unittest.main()
