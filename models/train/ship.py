"""Puts finished files where the product reads them: atomically, with a manifest of hashes."""

import hashlib
import json
import os
from pathlib import Path

SPACES = ["E1", "E5", "E6", "E7", "E8", "E10", "E11", "E12", "E13"]
OUTPUTS = {
    "E5": ["cause", "effect"],
    "E6": ["term_ids", "term_weights"],
    "E13": ["term_ids", "term_weights"],
    "E12": ["token_embeddings"],
}
WINDOW, OVERLAP = 512, 64  # longest row and what consecutive rows share, in ids


def write_atomic(path, data):
    """Write bytes to a temporary file next to path and rename it: a reader never sees half a file."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".new")
    temporary.write_bytes(data)
    os.replace(temporary, path)


def _facts(out, file):
    data = (out / file).read_bytes()
    return {"file": file, "sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}


def write_manifest(out):
    """Write manifest.json over whatever models are there; last, so that its hashes are the files' own."""
    out = Path(out)
    manifest = {"profile": "compact", "version": 1, "tokenizers": {}, "models": []}
    manifest["tokenizers"]["wordpiece"] = _facts(out, "wordpiece/tokenizer.json")
    for space in SPACES:
        if not (out / space / "model.onnx").exists():
            continue
        manifest["models"].append(
            {
                "space": space, **_facts(out, f"{space}/model.onnx"),
                "tokenizer": "wordpiece",
                "window": WINDOW, "overlap": OVERLAP,
                "outputs": OUTPUTS.get(space, ["embedding"]),
                "query_prefix": "", "passage_prefix": "",
                "licence": "Apache-2.0", "card": f"{space}/MODEL-CARD.md",
            }
        )
    write_atomic(out / "manifest.json", (json.dumps(manifest, indent=1) + "\n").encode())
    total = sum(m["bytes"] for m in manifest["models"]) + sum(t["bytes"] for t in manifest["tokenizers"].values())
    print(f"manifest: {len(manifest['models'])} models, {total / 2**20:.1f} MiB", flush=True)
