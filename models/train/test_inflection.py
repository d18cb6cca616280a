"""Unit tests of the inflections that E13's expansion rests on."""

import unittest
from types import SimpleNamespace

from inflection import families, forms


class Forms(unittest.TestCase):
    def test_of_verbs(self):
        for word, expected in {
            "walk": ["walks", "walked", "walking"],
            "cache": ["caches", "cached", "caching"],
            "retry": ["retries", "retried", "retrying"],
            "play": ["plays", "played", "playing"],
            "agree": ["agrees", "agreed", "agreeing"],
            "stop": ["stops", "stoped", "stoping", "stopped", "stopping"],
            "fix": ["fixes", "fixed", "fixing"],
            "push": ["pushes", "pushed", "pushing"],
        }.items():
            self.assertEqual(forms(word, True), expected)

    def test_of_nouns(self):
        self.assertEqual(forms("query", False), ["queries"])
        self.assertEqual(forms("index", False), ["indexes"])
        self.assertEqual(forms("day", False), ["days"])

    def test_families_hold_what_the_vocabulary_has(self):
        words = {"error": 5, "errors": 6, "err": 7, "errs": 8, "new": 9, "news": 10, "run": 11, "running": 12}
        synsets = {
            1: SimpleNamespace(file="noun.act", words=["error", "run"]),
            2: SimpleNamespace(file="verb.motion", words=["run"]),
            3: SimpleNamespace(file="adj.all", words=["new"]),
            4: SimpleNamespace(file="noun.act", words=["page"]),
        }
        self.assertEqual(families(synsets, words), [[5, 6], [11, 12]])


if __name__ == "__main__":
    unittest.main()
