"""A static table of subword vectors, and contrastive training of it."""

import math
import time

import numpy as np
import torch
import torch.nn.functional as F

import checkpoint


class Table(torch.nn.Module):
    """sum over ids of exp(weight) · vector, then one projection a head.

    vectors [ids, inner], weights [ids] (log scale), heads: inner → width without bias.
    """

    def __init__(self, vectors, log_weights, width, heads=1, seed=5):
        super().__init__()
        generator = torch.Generator().manual_seed(seed)
        self.vectors = torch.nn.Parameter(torch.tensor(vectors, dtype=torch.float32))
        self.weights = torch.nn.Parameter(torch.tensor(log_weights, dtype=torch.float32))
        inner = vectors.shape[1]
        self.heads = torch.nn.ParameterList([torch.nn.Parameter(_head(inner, width, generator)) for _ in range(heads)])

    def pool(self, bag):
        """Weighted mean vector [n, inner] of a bag (ids, offsets)."""
        ids, offsets = (x.to(self.vectors.device) for x in bag)
        scale = self.weights.exp()[ids]
        return F.embedding_bag(ids, self.vectors, offsets, mode="sum", per_sample_weights=scale)

    def forward(self, bag, head=0):
        """Vectors [n, width], not normalised."""
        return F.normalize(self.pool(bag), dim=1) @ self.heads[head]


def _head(inner, width, generator):
    """The first columns keep the table's own axes (so that prefixes work from the start), the rest mix them."""
    if width <= inner:
        return torch.eye(inner)[:, :width].clone()
    rest = torch.randn(inner, width - inner, generator=generator) / math.sqrt(width)
    return torch.cat([torch.eye(inner), rest], 1)


def info_nce(x, y, scale):
    """Symmetric in-batch-negative loss of rows that belong together; equal rows are not negatives."""
    x, y = F.normalize(x, dim=1), F.normalize(y, dim=1)
    scores = scale * (x @ y.T)
    target = torch.arange(len(x), device=x.device)
    return 0.5 * (F.cross_entropy(scores, target) + F.cross_entropy(scores.T, target))


def device_for(model):
    """The GPU, when torch sees one and the model is a plain table; the small rest is trained on the CPU.

    Only plain tables: their losses are written with info_nce, which keeps everything where the vectors are.
    """
    return torch.device("cuda" if type(model) is Table and torch.cuda.is_available() else "cpu")


def train(model, batches, steps, loss, name, rate, weight_rate=None, report=25):
    """Adam with linear warm-up and decay; loss(model, batches) draws its own batch. Returns the model, on the CPU.

    Within checkpoint.kept() the state is saved now and then, and a training that was cut off is continued.
    """
    model.to(device_for(model))
    groups = [
        {"params": [model.vectors], "lr": rate},
        {"params": [p for n, p in model.named_parameters() if n != "vectors"], "lr": weight_rate or rate},
    ]
    optimizer = torch.optim.Adam(groups, betas=(0.9, 0.99))
    warm = max(1, steps // 20)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda s: min((s + 1) / warm, max(0.02, 1 - s / steps)))
    parts = {"model": model, "optimizer": optimizer, "schedule": schedule, "batches": batches}
    slot = checkpoint.slot()
    done = slot.restore(parts) if slot else 0
    if done:
        print(f"{name}: goes on after step {done}/{steps}", flush=True)
    progress = Progress(name, steps, done, report)
    for step in range(done + 1, steps + 1):
        value, size = loss(model, batches)
        optimizer.zero_grad()
        value.backward()
        optimizer.step()
        schedule.step()
        progress.add(step, float(value.detach()), size)
        if slot and (step % slot.every == 0 or step == steps):
            slot.save(step, parts)
    return model.cpu()


class Progress:
    """Prints the mean loss since the last line, the rate and the time left."""

    def __init__(self, name, steps, done, report):
        self.name, self.steps, self.first, self.report = name, steps, done, report
        self.start, self.losses, self.pairs = time.time(), [], 0

    def add(self, step, value, size):
        self.losses.append(value)
        self.pairs += size
        if step % self.report and step != self.steps:
            return
        seconds = time.time() - self.start
        left = seconds / (step - self.first) * (self.steps - step)
        mean = sum(self.losses) / len(self.losses)
        print(f"{self.name}: step {step}/{self.steps} loss {mean:.3f} {self.pairs / seconds:,.0f} pairs/s, {left:.0f} s left", flush=True)
        self.losses = []


def fold(model):
    """The table as shipped: exp(weight) · vector, float32 [ids, inner]."""
    with torch.no_grad():
        return (model.vectors * model.weights.exp()[:, None]).numpy().astype(np.float32)


def smaller(table, inner):
    """Rows of table reduced to inner axes by the principal axes of the rows (the directions that carry most)."""
    _, axes = np.linalg.eigh(table.T @ table)
    return np.ascontiguousarray(table @ axes[:, ::-1][:, :inner]).astype(np.float32)
