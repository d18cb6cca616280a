"""What a training run needs of its machine, and what of it the result depends on: the number of threads, nothing else."""

import os
import platform
import shutil
import sys
from pathlib import Path

import numpy as np
import torch

ROOM = {"work": 4 << 30, "out": 256 << 20}  # bytes free before a run starts: intermediate files, and models
# Read by libraries when they load, so they must stand before Python starts. The last two keep freed memory in the process:
# a table's gradient (31 MB) is allocated again each step, and returning its pages each time cost more than the arithmetic.
FIXED = {"PYTHONHASHSEED": "0", "MALLOC_MMAP_THRESHOLD_": str(32 << 20), "MALLOC_TRIM_THRESHOLD_": str(4 << 30)}
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def settle(threads):
    """Start this program again with a fixed environment (once), then fix threads and algorithms of torch."""
    wanted = {**FIXED, **{name: str(threads) for name in THREADS}}
    if any(os.environ.get(name) != value for name, value in wanted.items()):
        os.environ.update(wanted)
        os.execv(sys.executable, [sys.executable, *sys.argv])
    torch.set_num_threads(threads)
    # Some sums have no deterministic form on a GPU: torch then warns, and says which.
    torch.use_deterministic_algorithms(True, warn_only=torch.cuda.is_available())


def describe(threads):
    """The part of the machine that the bytes of a result may depend on."""
    device = torch.cuda.get_device_name() if torch.cuda.is_available() else "cpu"
    return (threads, device, torch.__version__, np.__version__, platform.machine())


def check_room(work, out):
    """Raise OSError when a folder's disk has less room than a run takes."""
    for name, path in (("work", work), ("out", out)):
        path = Path(path)
        path.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(path).free
        if free < ROOM[name]:
            raise OSError(
                f"check room: {path} has {free / 2**30:.1f} GiB free, --{name} needs {ROOM[name] / 2**30:.2f}: "
                f"make room or choose another folder"
            )
