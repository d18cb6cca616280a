"""Learns the vocabulary from word counts and writes it as tokenizer.json."""

import heapq
import json
import time
from collections import Counter, defaultdict

from text import words

WORDPIECE_SIZE = 30522
WHOLE_WORDS = 23500  # the commonest words get a row each; the rest of the vocabulary is pieces for the others
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def count_words(texts):
    """Counter of the words of texts."""
    counts, start = Counter(), time.time()
    for i, text in enumerate(texts, 1):
        counts.update(words(text))
        if i % 100_000 == 0:
            print(f"count: {i:,} texts, {i / (time.time() - start):,.0f}/s", flush=True)
    return counts


def mix(technical, general):
    """One count a word in which technical and general English weigh the same (per million of each)."""
    total_t, total_g = sum(technical.values()), sum(general.values())
    mixed = {}
    for word in set(technical) | set(general):
        mixed[word] = 5e5 * technical[word] / total_t + 5e5 * general[word] / total_g
    return mixed


def learn_merges(types, limit):
    """Pair merges over {tuple of symbols: count}: yields the new symbol pairs, most frequent first.

    Counts are kept incrementally: a merge touches only the word types that hold the pair.
    """
    symbols = [list(t) for t in types]
    counts = list(types.values())
    pairs, where = defaultdict(float), defaultdict(set)
    for i, word in enumerate(symbols):
        for pair in zip(word, word[1:]):
            pairs[pair] += counts[i]
            where[pair].add(i)
    heap = [(-n, p) for p, n in pairs.items()]
    heapq.heapify(heap)
    made = 0
    while heap and made < limit:
        n, pair = heapq.heappop(heap)
        if pair not in pairs or -n != pairs[pair]:
            continue  # a stale entry: the true count was pushed when it changed
        yield pair
        made += 1
        changed = defaultdict(float)
        for i in where.pop(pair):
            _merge_word(symbols[i], pair, counts[i], i, changed, where)
        del pairs[pair]
        changed.pop(pair, None)
        for other, delta in changed.items():
            pairs[other] += delta
            if pairs[other] <= 1e-9:
                del pairs[other]
                where.pop(other, None)
            else:
                heapq.heappush(heap, (-pairs[other], other))


def _merge_word(word, pair, count, index, changed, where):
    joined = pair[0] + pair[1].removeprefix("##")
    for old in zip(word, word[1:]):
        changed[old] -= count
    at = 0
    while at + 1 < len(word):
        if word[at] == pair[0] and word[at + 1] == pair[1]:
            word[at : at + 2] = [joined]
        at += 1
    for new in zip(word, word[1:]):
        changed[new] += count
        where[new].add(index)


def learn_wordpiece(mixed):
    """Return the list of 30,522 tokens: special, single characters, whole words, learned pieces."""
    chars = Counter()
    for word, n in mixed.items():
        for c in word:
            chars[c] += n
    ranked = sorted(chars, key=lambda c: (-chars[c], c))
    seen = [c for c in ranked if c.isascii()] + [c for c in ranked if not c.isascii()][:400]
    tokens = SPECIAL + sorted(seen)
    tokens += ["##" + c for c in sorted(seen) if c.isalnum()]
    have = set(tokens)
    order = sorted(mixed, key=lambda w: (-mixed[w], w))
    whole = [w for w in order if w not in have and len(w) <= 30 and not (w.isdigit() and len(w) > 4)]
    tokens += whole[:WHOLE_WORDS]
    have.update(whole[:WHOLE_WORDS])
    rest = {}
    for w in whole[WHOLE_WORDS : WHOLE_WORDS + 150_000]:
        rest[(w[0],) + tuple("##" + c for c in w[1:])] = mixed[w]
    for pair in learn_merges(rest, 4 * WORDPIECE_SIZE):
        piece = pair[0] + pair[1].removeprefix("##")
        if piece not in have:
            have.add(piece)
            tokens.append(piece)
        if len(tokens) == WORDPIECE_SIZE:
            return tokens
    raise SystemExit(f"learn WordPiece: {len(tokens):,} tokens of {WORDPIECE_SIZE:,}: give more text")


def wordpiece_json(tokens):
    """tokenizer.json text of a WordPiece vocabulary."""
    added = [
        {"id": i, "content": t, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
        for i, t in enumerate(SPECIAL)
    ]
    normalizer = {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": True, "lowercase": True}
    model = {
        "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 100, "vocab": {t: i for i, t in enumerate(tokens)},
    }
    return json.dumps(
        {
            "version": "1.0", "truncation": None, "padding": None, "added_tokens": added, "normalizer": normalizer,
            "pre_tokenizer": {"type": "BertPreTokenizer"}, "post_processor": None,
            "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True}, "model": model,
        },
        ensure_ascii=False, separators=(",", ":"),
    )
