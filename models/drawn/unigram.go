package drawn

import (
	"encoding/base64"
	"strings"
)

// unigram is the tokenizer of XLM-R's kind with pieces of our own: the special tokens have their usual ids and <mask> is last; between them single
// characters, with and without the mark of a word's begin, then words made of syllables. A piece is the likelier the earlier it comes, and a long one
// likelier than its parts.
func (s *Spec) unigram() object {
	const begin = "▁"
	piece := func(text string, score float64) []any { return []any{text, score} }
	vocabulary := [][]any{piece("<s>", 0), piece("<pad>", 0), piece("</s>", 0), piece("<unk>", 0), piece(begin, -3)}
	for c := '!'; c <= '~'; c++ {
		vocabulary = append(vocabulary, piece(string(c), -8), piece(begin+string(c), -8.5))
	}
	for i := 0; len(vocabulary) < s.Vocabulary-1; i++ {
		w, inside := insideWord(word(i))
		if len(w) == 1 {
			continue // a letter
		}
		if !inside {
			w = begin + w
		}
		vocabulary = append(vocabulary, piece(w, -9-1e-4*float64(i)))
	}
	vocabulary = append(vocabulary[:s.Vocabulary-1], piece("<mask>", 0))
	var added []object
	for i, name := range []string{"<s>", "<pad>", "</s>", "<unk>"} {
		added = append(added, addedToken(name, i, false))
	}
	mask := addedToken("<mask>", s.Vocabulary-1, false)
	mask["lstrip"] = true
	special := func(name string) object { return object{"SpecialToken": object{"id": name, "type_id": 0}} }
	text := func(name string) object { return object{"Sequence": object{"id": name, "type_id": 0}} }
	id := func(name string, id int) object {
		return object{"id": name, "ids": []int{id}, "tokens": []string{name}}
	}
	metaspace := object{"type": "Metaspace", "replacement": begin, "prepend_scheme": "always", "split": true}
	return object{
		"version": "1.0", "truncation": nil, "padding": nil, "added_tokens": append(added, mask),
		"normalizer":    object{"type": "Precompiled", "precompiled_charsmap": base64.StdEncoding.EncodeToString(Charmap(CharmapRules()))},
		"pre_tokenizer": object{"type": "Sequence", "pretokenizers": []object{{"type": "WhitespaceSplit"}, metaspace}},
		"post_processor": object{"type": "TemplateProcessing",
			"single":         []object{special("<s>"), text("A"), special("</s>")},
			"pair":           []object{special("<s>"), text("A"), special("</s>"), special("</s>"), text("B"), special("</s>")},
			"special_tokens": object{"<s>": id("<s>", 0), "</s>": id("</s>", 2)}},
		"decoder": metaspace,
		"model":   object{"type": "Unigram", "unk_id": 3, "vocab": vocabulary, "byte_fallback": false},
	}
}

// insideWord reports whether a piece of [word] is inside of a word, and returns its letters.
func insideWord(piece string) (letters string, inside bool) {
	return strings.CutPrefix(piece, "##")
}
