"""Embeds rows of token ids by sentence-transformers, or by plain PyTorch (nets.py), as fast as it can, and answers to whoever measures it beside something else. A
command is a line of JSON on stdin, its answer one on stdout:

    first, unasked         {"how", "versions", "why"}: what embeds, and why nothing more usual does; or {"missing"}: nothing can
    {"do": "tune", "seconds": 60}      tries batch sizes and keeps the fastest: {"batch", "compiled", "tried"}
    {"do": "compile", "seconds": 120}  has torch.compile make the same faster, and keeps that if it is: {"batch", "compiled", "tried"}
    {"do": "run", "seconds": 0.7}      embeds all rows, over and over until the time is over: {"rows", "seconds"}
    {"do": "values", "rows": 8}        the values of the first rows: {"values"}

What is generous to it: rows are sorted by length and padded to the longest of a batch before the clock runs, its tokenizer has no part, and of SPLADE's weights nothing
is copied back."""

import argparse
import json
import os
import signal
import sys
import time

try:
    import torch
except ImportError as why:
    print(json.dumps({"missing": f"PyTorch: {why}"}), flush=True)
    sys.exit(0)

import nets

BATCHES = (8, 16, 32, 64, 128, 256, 512)


class Peer:
    def __init__(self, o):
        self.device, self.dtype, self.rows, self.why = torch.device(o.device), getattr(torch, o.dtype), json.load(open(o.rows)), []
        self.versions = "PyTorch " + torch.__version__
        self.step = self.how = None
        self.compiled = False
        for how, load in (("sentence_transformers", self.load_sentence_transformers), ("pytorch", self.load_plain)):
            if o.how not in ("any", how):
                continue
            try:
                self.step, self.how = load(o.model), how
                with torch.inference_mode():
                    self.step(*self.padded(self.rows[:2]))
                return
            except Exception as why:  # whatever the library says of these files: the next way is tried, and the cause is told
                self.step = None
                self.why.append(f"{how}: {type(why).__name__}: {why}")
        raise RuntimeError("; ".join(self.why))

    def load_plain(self, folder):
        net = nets.Net(folder, self.device, self.dtype)
        return lambda ids, mask: net.forward(ids, mask)

    def load_sentence_transformers(self, folder):
        with open(os.path.join(folder, "config.json")) as f:
            family = json.load(f)["architectures"][0]
        if family not in ("BertModel", "Qwen2Model"):
            raise ValueError(f"a {family} needs code from the hub, or is none of its dense models")
        import sentence_transformers
        import transformers

        model = sentence_transformers.SentenceTransformer(folder, device=str(self.device), model_kwargs={"attn_implementation": "sdpa"}).to(self.dtype).eval()
        self.versions += f", sentence-transformers {sentence_transformers.__version__}, transformers {transformers.__version__}"

        def step(ids, mask):
            mask = torch.ones_like(ids) if mask is None else mask
            return model({"input_ids": ids, "attention_mask": mask})["sentence_embedding"].float()

        return step

    def padded(self, rows):
        """A batch on the device; its mask is None when nothing is padded."""
        longest = max(len(r) for r in rows)
        ids = torch.tensor([r + [0] * (longest - len(r)) for r in rows])
        mask = None
        if any(len(r) < longest for r in rows):
            mask = torch.tensor([[1] * len(r) + [0] * (longest - len(r)) for r in rows])
        return [None if t is None else t.to(self.device) for t in (ids, mask)]

    def cut(self, batch):
        """All rows, sorted by length, in padded batches in the host's memory."""
        ordered = sorted(self.rows, key=len)
        host = []
        for at in range(0, len(ordered), batch):
            part = [None if t is None else t.cpu() for t in self.padded(ordered[at : at + batch])]
            host.append([t.pin_memory() if t is not None and self.device.type == "cuda" else t for t in part])
        return host

    def wait(self):
        if self.device.type == "cuda":
            torch.cuda.synchronize(self.device)

    def once(self, step, batches):
        """Embeds everything once, results in the host's memory; seconds."""
        self.wait()
        start = time.perf_counter()
        with torch.inference_mode():
            out = []
            for batch in batches:
                value = step(*(None if t is None else t.to(self.device, non_blocking=True) for t in batch))
                out.append(value if value.shape[-1] > 10000 else value.to("cpu", non_blocking=True))
            self.wait()
        return time.perf_counter() - start

    def best_of(self, step, batches, times=3):
        self.once(step, batches)
        return min(self.once(step, batches) for _ in range(times))

    def tune(self, seconds):
        end, tried, best = time.monotonic() + seconds, [], None
        for size in BATCHES:
            if size > BATCHES[0] and (size >= 2 * len(self.rows) or time.monotonic() > end):
                break
            try:
                batches = self.cut(size)
                took = self.best_of(self.step, batches)
            except RuntimeError as why:  # out of memory
                tried.append(f"{size}: {str(why).splitlines()[0]}")
                break
            tried.append(f"{size}: {len(self.rows) / took:.0f} rows/s")
            if best is None or took < best[0]:
                best = (took, size, batches)
        if best is None:
            raise RuntimeError("; ".join(tried))
        self.eager, self.batch, self.batches = best
        return {"batch": self.batch, "compiled": False, "tried": tried}

    def compile(self, seconds):
        """Keeps torch.compile's program where it is faster, and ready within so many seconds."""
        tried = []
        if hasattr(torch, "compile"):
            self.made(int(seconds), tried)
        else:
            tried.append("torch.compile: this PyTorch has none")
        return {"batch": self.batch, "compiled": self.compiled, "tried": tried}

    def made(self, seconds, tried):

        def over(*_):
            raise TimeoutError(f"not ready after {seconds} s")

        before = signal.signal(signal.SIGALRM, over)
        signal.alarm(seconds)
        try:
            made = torch.compile(self.step, dynamic=True)
            took = self.best_of(made, self.batches)
            tried.append(f"torch.compile: {len(self.rows) / took:.0f} rows/s")
            if took < self.eager:
                self.step, self.compiled = made, True
        except Exception as why:  # a compiler that fails is no failure of what it was to make faster
            tried.append(f"torch.compile: {type(why).__name__}: {str(why).splitlines()[0] if str(why) else ''}")
        finally:
            signal.alarm(0)
            signal.signal(signal.SIGALRM, before)

    def run(self, seconds):
        total, rows = 0.0, 0
        while rows == 0 or total < seconds:
            total += self.once(self.step, self.batches)
            rows += len(self.rows)
        return {"rows": rows, "seconds": total}

    def values(self, n):
        """Each row alone: padding has no part in it."""
        with torch.inference_mode():
            return {"values": [self.step(*self.padded([r]))[0].float().flatten().tolist() for r in self.rows[:n]]}


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--model", required=True, help="folder of the repository")
    a.add_argument("--rows", required=True, help="JSON file: a list of token ids a row, special tokens included")
    a.add_argument("--device", default="cuda:0")
    a.add_argument("--dtype", default="bfloat16")
    a.add_argument("--how", default="any", choices=("any", "sentence_transformers", "pytorch"))
    o = a.parse_args()
    answers = os.fdopen(os.dup(1), "w")  # libraries that print to stdout do not print between the answers
    os.dup2(2, 1)

    def say(answer):
        print(json.dumps(answer), file=answers, flush=True)

    if o.device.startswith("cuda") and not torch.cuda.is_available():
        return say({"missing": f"PyTorch {torch.__version__} sees no card"})
    try:
        peer = Peer(o)
    except Exception as why:
        return say({"missing": str(why)})
    say({"how": peer.how, "versions": peer.versions, "why": peer.why})
    for line in sys.stdin:
        c = json.loads(line)
        if c["do"] == "tune":
            say(peer.tune(c["seconds"]))
        elif c["do"] == "compile":
            say(peer.compile(c["seconds"]))
        elif c["do"] == "run":
            say(peer.run(c["seconds"]))
        elif c["do"] == "values":
            say(peer.values(c["rows"]))
        else:
            raise ValueError(f"unknown command {c}")


main()
