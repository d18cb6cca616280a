"""Which pairs of texts each space learns from."""

import random
import re
from collections import defaultdict

CONCRETE = (
    "noun.artifact", "noun.animal", "noun.body", "noun.food", "noun.object", "noun.plant", "noun.person",
    "noun.shape", "noun.substance", "noun.phenomenon", "verb.motion", "verb.contact", "verb.body",
    "verb.perception", "verb.weather", "verb.consumption",
)
SENTENCE = re.compile(r"[.;:!?\n(|]+")
# Connectives of cause and effect only: "so that" gives a purpose, "therefore" and "thus" a conclusion, and pairs mined with
# them taught the direction worse (.60 against .66 on held-out technical clauses).
FORWARD = re.compile(
    r",?\s(?:(?:can |could |may |might |will |would )?leads? to|led to|leading to|results? in|resulted in|resulting in|causes?|caused|causing|triggers?|triggered"
    r"|allows?|allowing|allowed|enables?|prevents?|preventing|prevented|makes|making|breaks|breaking|broke|forces|forcing|means that)\s",
    re.I,
)
BACKWARD = re.compile(
    r",?\s(?:because(?: of)?|due to|as a result of|(?:is |was |are |were |been |be )?caused by|owing to|(?:is |was )?triggered by|as a consequence of|results? from|resulted from)\s",
    re.I,
)


def lemma_pairs(synsets):
    """word → definition, and the words of one synset."""
    define, same = [], []
    for s in synsets.values():
        for w in s.words[:3]:
            define.append((w, s.definition))
        for a, b in zip(s.words, s.words[1:]):
            same.append((a, b))
    return define, same


def gloss_pairs(synsets):
    """definition → example (with the word), and definition → its hypernym's definition."""
    use, up = [], []
    for s in synsets.values():
        use += [(f"{s.words[0]}: {s.definition}", e) for e in s.examples[:2] if len(e) > 12 and s.words]
        for link in s.links.get("hypernym", [])[:1]:
            if link in synsets:
                up.append((f"{s.words[0]}: {s.definition}", f"{synsets[link].words[0]}: {synsets[link].definition}"))
    return use, up


def concrete_pairs(synsets):
    """word → definition, definition → example, kind-of pairs of things that can be seen; and their words."""
    pairs, names = [], set()
    for s in synsets.values():
        if s.file not in CONCRETE and not _visual(s):
            continue
        names.update(w.lower() for w in s.words)
        pairs += [(w, s.definition) for w in s.words[:3]]
        pairs += [(s.definition, e) for e in s.examples[:2] if len(e) > 10]
        pairs += [(e, f) for e, f in zip(s.examples, s.examples[1:])]
        for link in s.links.get("hypernym", [])[:1]:
            if link in synsets:
                pairs.append((f"{s.words[0]}: {s.definition}", f"{synsets[link].words[0]}: {synsets[link].definition}"))
    return pairs, names


def _visual(s):
    return s.file.startswith("adj") and re.search(r"\b(colou?r|shape|shaped|bright|dark|round|size)\b", s.definition) is not None


def cause_pairs(pairs):
    """(cause, effect) of the labelled pairs: 'causal-cause' rows answer what the cause was, so b is the cause."""
    rows = [(b, a) for a, b in pairs.get("causal-cause", [])]
    return rows + list(pairs.get("causal-effect", []))


def wordnet_causes(synsets):
    """(cause, effect) of WordNet's causes links, and (event, what it takes with it) of its entails links."""
    rows = []
    for s in synsets.values():
        for relation in ("causes", "entails"):
            for link in s.links.get(relation, []):
                t = synsets.get(link)
                if t is not None:
                    rows.append((f"{s.words[0]}, {s.definition}", f"{t.words[0]}, {t.definition}"))
                    rows += [(a, b) for a in s.words for b in t.words]
    return rows


def mined_causes(texts, limit):
    """(cause, effect) clauses joined by a connective within one sentence of running text."""
    rows = []
    for text in texts:
        for sentence in SENTENCE.split(text):
            if not 30 <= len(sentence) <= 320:
                continue
            backward = BACKWARD.search(sentence)
            found = backward or FORWARD.search(sentence)
            if found is None:
                continue
            left, right = sentence[: found.start()].strip(" ,*-#>`"), sentence[found.end() :].strip(" ,*-#>`")
            if min(len(left.split()), len(right.split())) >= 3:
                rows.append((right, left) if backward else (left, right))
        if len(rows) >= limit:
            break
    return rows[:limit]


def heading_pairs(sections, seed=5):
    """Structure of documents: (parent path, child section), siblings, and neighbours under one root."""
    roots = defaultdict(list)
    for path, body in sections:
        parts = [p.strip() for p in path.split(" > ")]
        if len(parts) >= 2:
            roots[parts[0]].append((tuple(parts), body))
    rng = random.Random(seed)
    down, siblings = [], []
    for root in sorted(roots):
        rows = roots[root]
        for parts, body in rows:
            down.append((" ".join(parts[:-1]), f"{parts[-1]} {body}"))
        rng.shuffle(rows)
        siblings += [(f"{p[-1]} {x}", f"{q[-1]} {y}") for (p, x), (q, y) in zip(rows[:12], rows[1:12])]
    return down, siblings


def graph_pairs(synsets):
    """Related synsets by every WordNet link but synonymy: (word and definition, the other's)."""
    rows = []
    for s in synsets.values():
        for relation in sorted(s.links):
            for link in s.links[relation][:2]:
                t = synsets.get(link)
                if t is not None and t.words and s.words:
                    rows.append((f"{s.words[0]}: {s.definition}", f"{t.words[0]}: {t.definition}"))
    return rows


FUNCTION_NAME = re.compile(r"\b(?:def|func|fn|fun|function)\s+(?:\([^)]*\)\s*)?(\w+)")


def distinct_code(code, most=4):
    """Code pairs without repeated bodies, and at most `most` whose comments differ in identifiers alone.

    Generated clients repeat one sentence hundreds of times ("X returns true when this Y has a 5xx status code"): as
    negatives of each other such pairs teach that equals differ.
    """
    bodies, comments, rows = set(), defaultdict(int), []
    for comment, body in code:
        plain = " ".join(w for w in re.findall(r"[A-Za-z_]\w*", comment) if w.islower() and "_" not in w)
        comments[plain] += 1
        if comments[plain] <= most and body not in bodies:
            bodies.add(body)
            rows.append((comment, body))
    return rows


def language(body):
    """ "python", "go" or "other", by how the first line of a function opens."""
    line = body.lstrip().split("\n", 1)[0]
    if re.match(r"(?:async\s+)?def \w+\(", line) and "{" not in line:
        return "python"
    return "go" if line.startswith("func ") else "other"


def identifier_words(name):
    """writeBoolean, write_boolean → "write boolean" """
    return re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name).replace("_", " ").strip().lower()


def typed_question(comment, most=14):
    """The first sentence of a comment as people type it into a search box: lower case, no marks, at most `most` words."""
    first = re.split(r"(?<=[a-z)])[.;:]\s|\n\n", comment, maxsplit=1)[0]
    return " ".join(identifier_words(re.sub(r"[^\w\s']", " ", first)).split()[:most])


def with_comment(comment, body):
    """The function with its comment inside, as in a source file."""
    head, _, rest = body.partition("\n")
    return f"{head}\n    {comment}\n{rest}"


def name_pairs(code, limit):
    """(the words of a function's name, the commented function without its name), of the first `limit` that have one."""
    rows = []
    for comment, body in code:
        found = FUNCTION_NAME.search(body)
        if found and len(found[1]) > 5:
            rows.append((identifier_words(found[1]), with_comment(comment, body.replace(found[1], "f"))))
        if len(rows) == limit:
            break
    return rows


def same_name_pairs(code, most=12, seed=3):
    """Two functions of one name (of seven letters and more), one pair a name; names that more than `most` share say too little."""
    groups = defaultdict(dict)
    for _, body in code:
        found = FUNCTION_NAME.search(body)
        if found and len(found[1]) > 6:
            groups[identifier_words(found[1])][body] = None
    rng = random.Random(seed)
    return [tuple(rng.sample(list(bodies), 2)) for bodies in groups.values() if 2 <= len(bodies) <= most]


COMPONENT = re.compile(r"(?:\w+\()?([\w./@-]{3,40})\)?:\s+(.*)")
CHANGE_KINDS = frozenset(
    "add breaking bug build chore ci cleanup doc docs editorial enh feat fix maint minor misc new perf refactor release"
    " remove revert style test tests tst update upgrade".split()
)


def component_pairs(commits, most=12, seed=8):
    """Two commits to one component, by the prefix of the subject ("http2/hpack: …", "fix(parser): …"), which is taken off.

    Prefixes that name a kind of change ("fix:") or that more than 80 commits share say too little and are left out.
    """
    groups = defaultdict(list)
    for subject, body in commits:
        found = COMPONENT.match(subject)
        if found and found[1].lower() not in CHANGE_KINDS:
            groups[found[1].lower()].append(f"{found[2]}\n{body}")
    rng, rows = random.Random(seed), []
    for name in sorted(groups):
        if 2 <= len(groups[name]) <= 80:
            texts = rng.sample(groups[name], min(most, len(groups[name])))
            rows += zip(texts, texts[1:])
    return rows


def mention_pairs(sections, most=3):
    """(section, another section under the same root whose title its body mentions), at most `most` a section."""
    roots = defaultdict(list)
    for path, body in sections:
        parts = [p.strip() for p in path.split(" > ")]
        if len(parts) >= 2:
            roots[parts[0]].append((parts[-1], body))
    rows = []
    for root in sorted(roots):
        if not 2 <= len(roots[root]) <= 60:  # the largest roots are names such as "Introduction", of many documents
            continue
        titled = {title.lower(): f"{title} {body}" for title, body in reversed(roots[root]) if len(title) >= 6}
        titled.pop(root.lower(), None)
        for title, body in roots[root]:
            low = body.lower()
            named = [t for t in titled if t != title.lower() and t in low][:most]
            rows += [(f"{title} {body}", titled[t]) for t in named]
    return rows
