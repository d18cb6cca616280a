"""E11, entities: names as points and relations as steps between them, −‖h + r − t‖ (TransE over text)."""

import json

import numpy as np
import torch
import torch.nn.functional as F

import sources
import views
from contrast import Table, fold, smaller, train
from corpus import Batches, pair_set

WIDTH, INNER, BATCH, SCALE = 384, 128, 1024, 12.0


class Relations(Table):
    """A table plus one step vector a relation [relations, width]."""

    def __init__(self, vectors, log_weights, names):
        super().__init__(vectors, log_weights, WIDTH)
        generator = torch.Generator().manual_seed(111)
        self.names = names
        self.steps = torch.nn.Parameter(0.02 * torch.randn(len(names), WIDTH, generator=generator))


def pair_sets(text, tokenizer):
    """One pair set a relation (head name, tail name), and the other names and the meaning of one thing."""
    by_relation = {}
    for h, r, t in text.triples:
        by_relation.setdefault(r, []).append((sources.entity_name(h), sources.entity_name(t)))
    sets = []
    for r in sorted(by_relation):
        rows = by_relation[r]
        sets.append(pair_set(r, tokenizer, rows, 0.75 * len(rows) / len(text.triples), (16, 16)))
    define, same = views.lemma_pairs(text.synsets)
    sets.append(pair_set("same_as", tokenizer, same + text.paraphrases[::4], 0.13, (16, 16)))
    sets.append(pair_set("described_by", tokenizer, define, 0.12, (16, 48)))
    return sets


def loss(model, batches):
    """h + r must lie nearer to its t than to the other tails of the batch, and t to its h."""
    kind, a, b = batches.bags()
    h, t = F.normalize(model(a), dim=1), F.normalize(model(b), dim=1)
    step = model.steps[model.names.index(kind.name)] if kind.name in model.names else 0.0
    scores = -SCALE * torch.cdist(h + step, t)
    target = torch.arange(len(h))
    return 0.5 * (F.cross_entropy(scores, target) + F.cross_entropy(scores.T, target)), len(h)


def fit(text, tokenizer, semantic_table, steps):
    """{"table", "head", "steps", "names"}: starts from E1's table reduced to 128 axes."""
    sets = pair_sets(text, tokenizer)
    names = sorted({r for _, r, _ in text.triples})
    model = Relations(smaller(semantic_table, INNER), np.zeros(len(semantic_table)), names)
    train(model, Batches(sets, BATCH, seed=111), steps, loss, "E11", rate=0.004, weight_rate=0.01)
    return {"table": fold(model), "head": model.heads[0].detach().numpy(), "steps": model.steps.detach().numpy(), "names": np.array(names)}


def relations_json(arrays):
    """relations.json: {"score", "width", "relations": {name: [384 numbers]}}; h and t are E11 vectors of length 1."""
    vectors = {str(n): [round(float(x), 5) for x in row] for n, row in zip(arrays["names"], arrays["steps"])}
    return json.dumps({"score": "-||h + r - t||_2", "width": WIDTH, "relations": vectors}, indent=None)
