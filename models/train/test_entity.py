"""Tests of E11: which names and sentences are found, how batches are drawn, and what the loss and the arrays promise."""

import json
import unittest
from types import SimpleNamespace

import numpy as np
import torch

import entity
from wordnet import Synset


class Letters:
    """A tokenizer for tests: one id a word, numbered as words come."""

    def __init__(self):
        self.vocab, self.cache_folder = {}, None

    def __len__(self):
        return 1000

    def encode(self, text, limit):
        return [self.vocab.setdefault(w, len(self.vocab) + 2) for w in text.lower().split()][:limit]


def synset(file, words, example=(), **links):
    return Synset("1", file, {"members": words, "definition": ["a " + words[-1]], "example": list(example), **links})


def small_text():
    nouns = [synset("noun.artifact", [f"car{i}", f"auto{i}"], [f"she drove the car{i} all the way home"]) for i in range(40)]
    triples = [(f"car{i}.n.01", "_hypernym", "vehicle.n.01") for i in range(20)]
    triples += [(f"car{i}.n.01", "_has_part", f"wheel{i}.n.01") for i in range(20)]
    wide = {"doc": [("title", "We use a virtual machine (VM) here.")]}
    return SimpleNamespace(synsets=dict(enumerate(nouns)), triples=triples, wide=wide, paraphrases=[("road", "street"), ("lorry", "truck")])


class Mining(unittest.TestCase):
    def test_acronyms_need_matching_first_letters(self):
        found = entity.acronyms(["a Virtual Machine (VM) and the other thing (AB), a dynamic optimal graph (DOG)"], {"dog"})
        self.assertEqual(found, [(("VM", "virtual machine"), "acronym")])

    def test_plural_short_form(self):
        self.assertEqual(entity.acronyms(["virtual machines (VMs)"], set()), [(("VM", "virtual machines"), "acronym")])

    def test_gap_is_the_noun_and_only_nouns_have_one(self):
        synsets = {1: synset("noun.artifact", ["bank"], ["he sat by the bank all day"]), 2: synset("verb.motion", ["run"], ["they run very far away"])}
        self.assertEqual(entity.gaps(synsets), [("he sat by the ", " all day")])

    def test_kind_comes_from_triples_not_from_links(self):
        synsets = {1: synset("noun.artifact", ["car", "auto"], hypernym=["2"]), 2: synset("noun.food", ["pie", "tart"], hypernym=["3"]), 3: synset("noun.food", ["one"])}
        rows = entity.things(synsets, [("auto.n.01", "_hypernym", "vehicle.n.01"), ("pie.n.01", "_has_part", "crust.n.01")])
        self.assertEqual(rows, [(["car", "auto"], "vehicle.n.01"), (["pie", "tart"], "noun.food")])


class Drawing(unittest.TestCase):
    def test_a_block_shares_its_sentences_and_sides_have_different_names(self):
        tokenizer = Letters()
        frames = entity.Frames(tokenizer, [("before one", "after"), ("before two", "later")])
        things = [((f"x{i}", f"y{i}", f"z{i}"), "kind") for i in range(20)]
        chosen = entity.Names("thing", tokenizer, things, frames, 1.0)
        words = {i: w for w, i in tokenizer.vocab.items()}
        shapes = set()
        for seed in range(40):
            left, right = chosen.draw(np.arange(20), np.random.default_rng(seed))
            for low in range(0, 20, entity.BLOCK):
                block = [[[words[i] for i in ids] for ids in side[low : low + entity.BLOCK]] for side in (left, right)]
                outside = [{tuple(w for w in text if w[0] not in "xyz") for text in side} for side in block]
                self.assertEqual([len(o) for o in outside], [1, 1])
                shapes.add((outside[0] == {()}, outside[0] == outside[1]))
                names = [[next(w for w in text if w[0] in "xyz") for text in side] for side in block]
                for n, (a, b) in enumerate(zip(*names)):
                    self.assertEqual((a[1:], b[1:]), (str(low + n),) * 2)
                    self.assertNotEqual(a, b)
        self.assertEqual(shapes, {(True, True), (False, True), (False, False)})


class Loss(unittest.TestCase):
    def test_equal_answers_are_not_wrong_ones(self):
        x = torch.eye(4)
        twice = torch.stack([x[0], x[0], x[1]])
        self.assertLess(float(entity.choose(twice, twice)), 1e-6)
        self.assertGreater(float(entity.choose(twice, twice.flip(0))), 1)

    def test_right_step_scores_better_than_none(self):
        text, tokenizer = small_text(), Letters()
        names = ["_has_part", "_hypernym"]
        triples = entity.Triples(tokenizer, text.triples[:20], names, 1.0)
        table = torch.nn.functional.normalize(torch.randn(len(tokenizer.vocab) + 2, 16, generator=torch.Generator().manual_seed(1)), dim=1)
        tail = tokenizer.vocab["vehicle"]
        batches = SimpleNamespace(rows=lambda: (triples, np.arange(20)), rng=np.random.default_rng(1))

        def value(step):
            model = entity.Relations(table.numpy(), np.zeros(len(table)), names)
            with torch.no_grad():
                model.steps.zero_()
                model.steps[1] = step
            return float(entity.loss(model, batches)[0])

        heads = torch.stack([table[tokenizer.vocab[f"car{i}"]] for i in range(20)])
        self.assertTrue((triples.relation == 1).all())
        # All tails are equal, so only the side that asks for heads tells: t − r must lie near the heads.
        self.assertLess(value(table[tail] - heads.mean(0)), value(heads.mean(0) - table[tail]))


class Fit(unittest.TestCase):
    def test_arrays_and_relations(self):
        text, tokenizer = small_text(), Letters()
        table = np.random.default_rng(2).normal(0, 0.2, (300, 32)).astype(np.float32)
        arrays = entity.fit(text, tokenizer, table, 120)
        self.assertEqual(arrays["table"].shape, (300, 32))
        self.assertEqual(arrays["head"].shape, (32, 384))
        np.testing.assert_allclose(arrays["head"] @ arrays["head"].T, np.eye(32), atol=1e-5)
        relations = json.loads(entity.relations_json(arrays))
        self.assertEqual(sorted(relations["relations"]), ["_has_part", "_hypernym"])
        np.testing.assert_allclose(relations["relations"]["_hypernym"], arrays["steps"][1], atol=1e-5)

        def near(a, b):
            u, v = (arrays["table"][tokenizer.vocab[w]] for w in (a, b))
            return u @ v / np.linalg.norm(u) / np.linalg.norm(v)

        right = [near(f"car{i}", f"auto{i}") > near(f"car{i}", f"auto{(i + 1) % 40}") for i in range(40)]
        self.assertGreaterEqual(sum(right), 38)


if __name__ == "__main__":
    unittest.main()
