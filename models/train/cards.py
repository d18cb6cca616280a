"""What a model card says: fixed text a space, and the figures that evaluate.py measured."""

import json

from ship import write_atomic

SOURCES = (
    "Pairs from 155 public sources (sections, commits, code with comments, commands, definitions, questions, causes; "
    "MIT, Apache-2.0, BSD, CC0, CC BY: each with commit and licence in models/train/SOURCES.tsv), Open English WordNet "
    "(CC BY 4.0 and the WordNet licence), lexical paraphrases of PPDB (CC BY 3.0)"
)
COMMON_LIMITS = (
    "English only, and mostly technical English: a word that was rare in the training text has a poor vector. A static "
    "table: word order counts for nothing beyond what is said above, so negation and who did what to whom are not seen."
)
POOL = "One int8 row a subword, summed over the text (a row's length is the subword's learned weight), then a linear projection and length 1"

CARDS = {
    "E1": ("semantic", "Meaning: one vector of 1024 numbers, useful when cut to 64, 128, 256 or 512 and scaled to length 1 again.",
        POOL + " (inner width 256). The rows start from the co-occurrences of the training text (PPMI, truncated SVD, plain and "
        "technical English weighing the same) and are trained with in-batch negatives at the whole vector and at one prefix a step.",
        SOURCES + ".", COMMON_LIMITS + " The inner width is 256: numbers 257 to 1024 are turned copies of the first 256, there for the width that the space has, and tell nothing new."),
    "E5": ("causal", "Cause and effect: two vectors of 768 numbers, one for the text as a cause, one for it as an effect.",
        POOL + " (inner width 256, starting from E1's whole table at low rates), one projection a role. Trained so that a cause is near "
        "its own effect among the others of the batch, and nearer than the same pair read backwards. Afterwards the part of the score that is the same both ways "
        "lost 16 directions that passages share, and each role got 256 numbers of its own without 48 of them, so that two causes are not alike only because "
        "they mean the same; the part that tells a cause from its effect stayed (models/train/causal.py).",
        SOURCES + "; of these the labelled causes and effects, WordNet's causes and entails links, and clauses mined by connectives "
        "(because, leads to, due to, allows, prevents, …).",
        COMMON_LIMITS + " Choosing between two plausible causes needs knowledge of the world that a table of subwords hardly has. Cues of "
        "direction learned from one kind of text hardly carry over to another: on everyday sentences (Balanced COPA) direction is little "
        "above chance. Figures of e-CARE and COPA were in sight when the recipe was chosen."),
    "E6": ("sparse", "Discriminative terms: the ids of the text itself, each with a weight.",
        "A learned, corpus-independent weight a subword (starting at the root of a smoothed idf; punctuation and function words near 0), "
        "times a saturated count with a learned length correction, both computed inside the graph. Trained with in-batch negatives on dot products.",
        SOURCES + ".", "English only. It knows the words of the text and no others; rare words are split into pieces that match apart."),
    "E7": ("code", "Code: one vector of 1536 numbers for source text and for what is asked about it.",
        POOL + " (inner width 256, E1's table as the start; the projection is turned afterwards, so that prose is not E1 over again). Trained on comment ↔ code in "
        "batches of one language, questions as people type them ↔ code with and without its comment, function name ↔ commented body, "
        "description ↔ command.",
        SOURCES + "; of these code and commands.", COMMON_LIMITS + " Mostly Go, Python, Java and Rust; TypeScript, C and C++ are thin."),
    "E8": ("graph", "Relations and structure: one vector of 384 numbers; parts of one document and linked things are near each other.",
        "192 learned numbers: one int8 row a subword, summed over the text. The rows start from E1's table and are trained on parent path ↔ child "
        "section, sections of one document, sections that name each other's titles, commit subject ↔ body, commits to one component, "
        "and WordNet links of every kind; then .45 of what E1's rows explain of them is taken away. 192 numbers of mentions: each subword has a random sign in "
        "each of them, weighed by the length of its learned row (random indexing). A subword that comes c times counts √c times. The mentions are .7 of the score of two texts; "
        "a text of at most four subwords has the learned numbers alone",
        SOURCES + ".", COMMON_LIMITS + " Words count as they are spelt: two texts about one thing under two names share no mention."),
    "E10": ("multimodal", "The text side of a picture space: one vector of 768 numbers that weighs things one can see.",
        POOL + " (inner width 256, starting from E1's table, without the 40 directions that passages share most; whole words that name concrete things start at twice the weight of the others, and abstract ones count .6). A text without a word of which half of the dictionary's senses can be seen has no value. "
        "Trained on concrete WordNet entries (artifacts, animals, food, plants, bodies, shapes, colours, motion) and paraphrases naming them.",
        SOURCES + "; of these WordNet and PPDB.", "There is no image side: **images need the full profile**. " + COMMON_LIMITS),
    "E11": ("entity", "Entities and relations: one vector of 384 numbers a name; −‖h + r − t‖₂ scores a relation r from h to t.",
        POOL + " (inner width 256, starting from E1's vectors, the projection fixed). TransE over the text of the names: the step vector of "
        "each relation is in relations.json beside the model ({\"score\", \"width\", \"relations\": {name: 384 numbers}}). Two names of one "
        "thing are trained to be near each other in a sentence, against other things of its kind in the same sentence. In a text of more than four subwords those of names count, "
        "by how often they stand in names in the training text (capitals within a sentence, code marks, identifiers), and all others a twentieth.",
        "WN18RR's training triples (WordNet licence), Open English WordNet with its example sentences as frames (CC BY 4.0), lexical "
        "paraphrases of PPDB (CC BY 3.0), short and long forms found in the pairs of E1.",
        COMMON_LIMITS + " Two senses of one word share one vector, which caps the figures on WN18RR; one vector a relation cannot tell the many tails of a one-to-many relation apart. Names and short forms that it was not trained on are hardly nearer than in E1."),
    "E12": ("late interaction", "One vector of 128 numbers a token, compared token by token (MaxSim).",
        "One int8 row a subword, mixed with two neighbours on each side by a depthwise convolution that sees padding as zeros, then length 1. "
        "Made from E1's table on its 128 principal axes, without training of its own: what was tried of that ranked worse. Frequent "
        "subwords lie near one common direction, so they match anywhere and decide nothing.",
        SOURCES + ", through E1.", "English only, mostly technical. Context reaches two tokens to each side."),
    "E13": ("splade", "Learned expansion: every subword brings itself and up to seven related ids, with weights.",
        "E6's weights, times a strength for each related id. Candidates: neighbours in E1's table, words that the short side of a pair brings "
        "into its long side, WordNet synonyms and hypernyms, paraphrases; strengths trained with in-batch negatives on dot products.",
        SOURCES + ".", "English only. The expansion of a word is the same in every sentence. Whoever reads the graph must keep the 1,526 "
        "strongest terms (5 % of 30,522); the engine does, and drops what is below 15 % of the strongest."),
}

# What a space is for, in addition to what it adds to the ranking of a plain question.
ROLES = {
    "E1": "Copies, neighbours that are linked, what a new memory may supersede, and the part of a text that answers are looked for in it.",
    "E5": "It is for questions about causes and effects: those that name a direction, and paths from one memory to another. A plain question gains next to nothing by it.",
    "E6": "It finds the words of the question themselves, weighed by how much they tell.",
    "E7": "It is for code: questions that ask for a function, and code that is asked with.",
    "E8": "It is for what belongs together: parts of one document, linked issues, commits to one component, and whatever mentions the same.",
    "E10": "It is for things that one can see; with the full profile also for pictures. A plain question is not weighed by it.",
    "E11": "It is for names: texts about the same person, system or place, which name stands in a relation to another, and short and long forms of one. A plain question is not weighed by it: "
        "the profile fact is.",
    "E12": "It compares the best of the other spaces once more, token by token.",
    "E13": "It finds words that mean the question's, and sees a short turn together with those before it.",
}


def write(space, figures, out, work):
    """Write OUT/SPACE/MODEL-CARD.md."""
    name, purpose, method, data, limits = CARDS[space]
    (work / f"{space}.figures.json").write_text(json.dumps(figures, indent=1))
    lines = [
        f"# {space} {name} (compact profile)", "", purpose, "",
        "Trained by the project itself; licence of the weights: Apache-2.0.", "",
        "## Method", "", method + ".", "",
        "## Data", "", data, "", _overlap(work), "",
        "## Measured", "",
        "On development sets: not trained on, but in sight when the numbers of steps were chosen (see models/train/README.md).", "",
        "| what | value |", "|---|---|",
    ]
    lines += [f"| {what} | {_number(value)} |" for what, value in figures.items()]
    lines += [
        "", "## What it adds", "", ROLES[space], "",
        "Points of nDCG@10 that the fused ranking of the development sets has with it more than without it, 150 questions of a set at most "
        "(rows `ablation.*`, with the other sign, and `adds.*` of `bench/results/eval.json`; `go test ./bench -run Cards -update` brings them here).", "", "| |",
    ]
    lines += ["", "## Limits", "", limits, *_losses(figures), ""]
    text = "\n".join(lines).replace("..\n", ".\n")
    write_atomic(out / space / "MODEL-CARD.md", text.encode("utf-8"))


def _overlap(work):
    """How much text was kept out of training because it overlaps what is measured on."""
    path = work / "overlap.json"
    if not path.exists():
        return "Overlap with evaluation sets was not checked."
    found = json.loads(path.read_text())
    sets = {name: sum(kinds.values()) for name, kinds in found["sets"].items()}
    told = ", ".join(f"{n} {c:,}" for n, c in sets.items() if c) or "none"
    return (
        f"Before training, {found['checked']:,} texts were held against the evaluation sets; those that share 13 words in a row, or a whole "
        f"sentence of 6 to 12 words, were left out: {told}; none of the other sets."
    )


def _losses(figures):
    """A plain sentence for every measure on which the space is not better than what it was compared with."""
    lines = []
    for what, value in figures.items():
        for mark in (" of E1", " of BM25"):
            other = next((v for w, v in figures.items() if w.startswith(what + mark)), None)
            if other is not None and value <= other:
                lines += ["", f"Not better than{mark.removeprefix(' of')} on: {what} ({value:.3f} against {other:.3f})."]
    return lines


def _number(value):
    return f"{value:,.0f}" if value > 10 else f"{value:.3f}"
