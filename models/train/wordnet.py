"""Open English WordNet as plain Python: which synsets there are and how they are joined."""

import io
import pickle
import tarfile
from pathlib import Path

import yaml

from ship import write_atomic

RELATIONS = (
    "hypernym", "instance_hypernym", "causes", "entails", "similar", "also",
    "mero_part", "mero_member", "mero_substance", "attribute", "domain_topic",
)


class Synset:
    """One synset: its id, file (lexicographer file), words, definition, examples and links."""

    __slots__ = ("id", "file", "words", "definition", "examples", "links")

    def __init__(self, sid, file, entry):
        self.id = sid
        self.file = file
        self.words = [str(w) for w in entry.get("members", [])]
        definitions = entry.get("definition", [])
        self.definition = str(definitions[0]) if definitions else ""
        self.examples = [e if isinstance(e, str) else str(e.get("text", "")) for e in entry.get("example", [])]
        self.links = {r: list(entry[r]) for r in RELATIONS if r in entry}


def load(data, work):
    """Return {id: Synset} from DIR/wordnet-yaml.tar.xz; the parsed form is kept in the work folder."""
    cache = Path(work) / "wordnet.pickle"
    if cache.exists():
        with cache.open("rb") as f:
            return pickle.load(f)
    synsets = {}
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    with tarfile.open(Path(data) / "wordnet-yaml.tar.xz") as tar:
        for member in sorted(tar.getmembers(), key=lambda m: m.name):
            name = Path(member.name).name
            if not name.endswith(".yaml") or not name.startswith(("noun.", "verb.", "adj.", "adv.")):
                continue
            entries = yaml.load(io.TextIOWrapper(tar.extractfile(member), "utf-8"), Loader=loader)
            for sid, entry in entries.items():
                synsets[sid] = Synset(sid, name[: -len(".yaml")], entry)
            print(f"wordnet: {name}: {len(synsets):,} synsets so far", flush=True)
    write_atomic(cache, pickle.dumps(synsets, protocol=4))
    return synsets
