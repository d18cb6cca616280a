"""Reads a repository's weights: the tensors of its .safetensors files, by name, without any library but torch."""

import glob
import json
import mmap
import os
import struct

import torch

TYPES = {"F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16, "I64": torch.int64}


def read(folder, device, dtype):
    """All tensors of a folder on a device; floats are brought to dtype."""
    out = {}
    for path in sorted(glob.glob(os.path.join(folder, "*.safetensors"))):
        with open(path, "rb") as f:
            whole = mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_COPY)
        length = struct.unpack("<Q", whole[:8])[0]
        for name, entry in json.loads(whole[8 : 8 + length]).items():
            if name == "__metadata__":
                continue
            kind = TYPES[entry["dtype"]]
            begin, end = entry["data_offsets"]
            size = torch.empty(0, dtype=kind).element_size()
            flat = torch.frombuffer(whole, dtype=kind, offset=8 + length + begin, count=(end - begin) // size)
            to = dtype if kind.is_floating_point else kind
            out[name] = flat.reshape(entry["shape"]).to(device=device, dtype=to, copy=True)
    if not out:
        raise FileNotFoundError(f"{folder} has no .safetensors file")
    return out
