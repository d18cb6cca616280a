"""Which pairs no space trains on: those that make the sets fusion weights are fitted with (fitsets.py), and one source's."""

import hashlib

# Part of each kind that is held out, in thousandths; kinds not named are trained on whole.
HELD = {"doc": 40, "commit": 30, "code": 30, "qa": 100, "glossary": 80, "tldr": 60, "nl2bash": 60}

# Documents whose licence is not one we may use (joelparkerhenderson/architecture-decision-record: CC BY-NC-SA). Pairs carry no
# source; the 26 sections of its main document are known by their title, its other 12 sections and 11 commits are not.
UNCLEAR = {"Architecture decision record (ADR)"}


def unclear(kind, pair):
    """True when a pair is of a document whose licence we may not use: neither trained on nor tested with."""
    return kind == "doc" and root_of(pair[0]) in UNCLEAR


def held_out(kind, pair):
    """True when a pair is kept from training: by a hash of its text, so that the same text is always on one side.

    Sections go by the title of their document, so that no part of a held-out document is trained on.
    """
    part = HELD.get(kind, 0)
    if part == 0:
        return False
    key = root_of(pair[0]) if kind == "doc" else pair[1]
    digest = hashlib.blake2b(" ".join(key.lower().split()).encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "big") % 1000 < part


def root_of(path):
    """Title of the document that a section belongs to: the first part of its heading path."""
    return path.split(" > ", 1)[0].strip()
