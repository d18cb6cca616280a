package drawn

import (
	"slices"
	"strings"
)

// bytePairs are the tokens and merges of a byte-level BPE (Radford et al. 2019) of n tokens. It is not trained: it
// merges pairs of frequent letters, then pairs of what came out, in a fixed order. With ends, the last part of a word
// carries it, as CLIP's do with </w>.
func bytePairs(n int, ends string) (tokens, merges []string) {
	for b := range 256 {
		tokens = append(tokens, byteLetter(b))
	}
	if ends != "" {
		for b := range 256 {
			tokens = append(tokens, byteLetter(b)+ends)
		}
	}
	seen := map[string]bool{}
	for _, t := range tokens {
		seen[t] = true
	}
	parts := strings.Split("etaoinshrdlucmfwypvbgkjqxz", "")
	lefts := append([]string{byteLetter(' ')}, parts...)
	rights := slices.Clone(parts)
	if ends != "" {
		for _, p := range parts {
			rights = append(rights, p+ends)
		}
		lefts = lefts[1:] // CLIP's words have no space
	}
	for at := 0; len(tokens) < n; at++ { // pairs (i, at−i): both grow, so frequent ones come first
		for i := 0; i <= at && len(tokens) < n; i++ {
			if i >= len(lefts) || at-i >= len(rights) {
				continue
			}
			l, r := lefts[i], rights[at-i]
			if seen[l+r] {
				continue
			}
			seen[l+r] = true
			tokens, merges = append(tokens, l+r), append(merges, l+" "+r)
			if !strings.HasSuffix(r, ends) || ends == "" {
				lefts = append(lefts, l+r)
			}
		}
	}
	return tokens, merges
}

// byteLetter is the character that stands for a byte: itself where it is printable in Latin-1, else the next free one
// from U+0100 on.
func byteLetter(b int) string {
	plain := func(b int) bool { return '!' <= b && b <= '~' || 0xa1 <= b && b <= 0xac || 0xae <= b && b <= 0xff }
	if plain(b) {
		return string(rune(b))
	}
	next := 0x100
	for c := range b {
		if !plain(c) {
			next++
		}
	}
	return string(rune(next))
}

// bpe is the "model" of a tokenizer.json.
func bpe(tokens, merges []string, unknown, ends any) object {
	vocabulary := make(map[string]int, len(tokens))
	for i, t := range tokens {
		vocabulary[t] = i
	}
	return object{"type": "BPE", "dropout": nil, "unk_token": unknown, "continuing_subword_prefix": "", "end_of_word_suffix": ends,
		"fuse_unk": false, "byte_fallback": false, "vocab": vocabulary, "merges": merges}
}
