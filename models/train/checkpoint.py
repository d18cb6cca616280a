"""A space's unfinished training, saved now and then: a run that is killed goes on where it was and ends in the same bytes."""

import os
from contextlib import contextmanager
from pathlib import Path

import torch

EVERY = 100  # steps between two saves
_keeper = None


class Keeper:
    """Where one space keeps its check-points: PATH.0, PATH.1, … one for each time it calls contrast.train."""

    def __init__(self, path, stamp, every=EVERY):
        self.path, self.stamp, self.every, self.calls = Path(path), stamp, every, 0

    def next(self):
        """The slot of the next call of contrast.train."""
        self.calls += 1
        return Slot(self.path.with_name(f"{self.path.name}.{self.calls - 1}"), self.stamp, self.every)

    def clear(self):
        """Remove every check-point: the arrays are on disk."""
        for path in self.path.parent.glob(self.path.name + ".*"):
            path.unlink()


class Slot:
    """One file with the state of one training: model, optimiser, schedule, batches and random numbers."""

    def __init__(self, path, stamp, every):
        self.path, self.stamp, self.every = path, stamp, every

    def save(self, step, parts):
        """Write the state of parts ({name: object with state_dict}) after a step; a reader never sees half of it."""
        state = {name: part.state_dict() for name, part in parts.items()}
        new = self.path.with_name(self.path.name + ".new")
        with open(new, "wb") as f:
            torch.save({"stamp": self.stamp, "step": step, "torch": torch.get_rng_state(), **state}, f)
            f.flush()
            os.fsync(f.fileno())
        os.replace(new, self.path)

    def restore(self, parts):
        """Put parts back to where they were saved; returns the steps done, 0 when there is nothing of this stamp."""
        if not self.path.exists():
            return 0
        state = torch.load(self.path, map_location="cpu")
        if state["stamp"] != self.stamp:
            return 0
        for name, part in parts.items():
            part.load_state_dict(state[name])
        torch.set_rng_state(state["torch"])
        return state["step"]


@contextmanager
def kept(path, stamp, every=EVERY):
    """Within this block contrast.train keeps check-points at path; clear() them when their result is on disk."""
    global _keeper
    _keeper = Keeper(path, stamp, every)
    try:
        yield _keeper
    finally:
        _keeper = None


def slot():
    """The slot for a training that begins now, or None outside of kept()."""
    return None if _keeper is None else _keeper.next()
