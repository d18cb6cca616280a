"""The regular inflections of English: which words of a vocabulary are forms of one noun or verb."""

VOWELS = "aeiou"


def forms(word, verb):
    """Regular plural or third person of a word, and of a verb also the past and the -ing form."""
    consonant_y = len(word) > 1 and word.endswith("y") and word[-2] not in VOWELS
    if consonant_y:
        out = [word[:-1] + "ies"]
    elif word.endswith(("s", "x", "z", "ch", "sh", "o")):
        out = [word + "es"]
    else:
        out = [word + "s"]
    if not verb:
        return out
    stem = word
    if word.endswith("e") and not word.endswith(("ee", "oe", "ye")):
        stem = word[:-1]
    elif _doubles(word):
        stem = word + word[-1]
        out += [word + "ed", word + "ing"]  # stress decides, and spelling does not show it: cancelled, canceled
    past = word[:-1] + "ied" if consonant_y else word + "d" if word.endswith("e") else stem + "ed"
    return [*out, past, stem + "ing"]


def _doubles(word):
    """Whether the last letter may double: one vowel between consonants at the end (stop, refer; not fix, show)."""
    return len(word) >= 3 and word[-1] not in VOWELS + "wxy" and word[-2] in VOWELS and word[-3] not in VOWELS


def families(synsets, vocab):
    """[[id, …]]: of every noun and verb of the dictionary (three letters or more), its forms that vocab has, if two or more."""
    nouns, verbs = set(), set()
    for s in synsets.values():
        kind = nouns if s.file.startswith("noun") else verbs if s.file.startswith("verb") else None
        if kind is not None:
            kind.update(w for w in s.words if w.isalpha() and w.islower() and len(w) >= 3)
    out = []
    for word in sorted(nouns | verbs):
        ids = sorted({vocab[w] for w in (word, *forms(word, word in verbs)) if w in vocab})
        if len(ids) >= 2 and word in vocab:
            out.append(ids)
    return out
