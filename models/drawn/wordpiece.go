package drawn

import "fmt"

// bertVocabulary is the number of BERT's word pieces.
const bertVocabulary = 30522

// wordPiece is the tokenizer of BERT's kind with pieces of our own: the special tokens stand at their usual ids, behind
// them single characters and their continuations, then words made of syllables.
func (s *Spec) wordPiece() object {
	pieces := pieces(min(s.Vocabulary, bertVocabulary)) // Nomic's table has six rows more than the tokenizer has pieces
	vocabulary := make(map[string]int, len(pieces))
	for i, p := range pieces {
		vocabulary[p] = i
	}
	special := []object{}
	for _, name := range []string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"} {
		special = append(special, addedToken(name, vocabulary[name], false))
	}
	mark := func(name string, kind int) object {
		return object{"SpecialToken": object{"id": name, "type_id": kind}}
	}
	text := func(name string, kind int) object { return object{"Sequence": object{"id": name, "type_id": kind}} }
	ids := func(name string) object {
		return object{"id": name, "ids": []int{vocabulary[name]}, "tokens": []string{name}}
	}
	out := object{
		"version": "1.0", "truncation": nil, "padding": nil, "added_tokens": special,
		"normalizer":    object{"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": nil, "lowercase": true},
		"pre_tokenizer": object{"type": "BertPreTokenizer"},
		"post_processor": object{"type": "TemplateProcessing",
			"single":         []object{mark("[CLS]", 0), text("A", 0), mark("[SEP]", 0)},
			"pair":           []object{mark("[CLS]", 0), text("A", 0), mark("[SEP]", 0), text("B", 1), mark("[SEP]", 1)},
			"special_tokens": object{"[CLS]": ids("[CLS]"), "[SEP]": ids("[SEP]")}},
		"decoder": object{"type": "WordPiece", "prefix": "##", "cleanup": true},
		"model": object{"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
			"max_input_chars_per_word": 100, "vocab": vocabulary},
	}
	if s.Family == BERT {
		// As in the sentence encoders' files, from their training; code that reads it as a limit or fills up to it is wrong.
		out["truncation"] = object{"direction": "Right", "max_length": 128, "strategy": "LongestFirst", "stride": 0}
		out["padding"] = object{"strategy": object{"Fixed": 128}, "direction": "Right", "pad_to_multiple_of": nil,
			"pad_id": 0, "pad_type_id": 0, "pad_token": "[PAD]"}
	}
	return out
}

// addedToken is an entry of a tokenizer's added_tokens.
func addedToken(name string, id int, normalised bool) object {
	return object{"id": id, "content": name, "single_word": false, "lstrip": false, "rstrip": false, "normalized": normalised, "special": true}
}

// pieces returns n word pieces in the order of their ids.
func pieces(n int) []string {
	out := []string{"[PAD]"}
	unused := func(to int) {
		for len(out) < to {
			out = append(out, fmt.Sprintf("[unused%d]", len(out)-1-4*min(1, len(out)/100)))
		}
	}
	unused(100)
	out = append(out, "[UNK]", "[CLS]", "[SEP]", "[MASK]")
	if n == bertVocabulary {
		unused(999)
	}
	for c := '!'; c <= '~'; c++ {
		if c < 'A' || c > 'Z' { // texts are put into lower case first
			out = append(out, string(c))
		}
	}
	for c := '!'; c <= '~'; c++ {
		if '0' <= c && c <= '9' || 'a' <= c && c <= 'z' {
			out = append(out, "##"+string(c))
		}
	}
	for i := 0; len(out) < n; i++ {
		out = append(out, word(i))
	}
	return out[:n]
}

// word returns the i-th of endlessly many different words and continuations, short ones first; the words of prefixes
// come before all.
func word(i int) string {
	known := []string{"query", "passage", "search", "document", "cause", "effect", "the", "of", "and", "is", "in",
		"##ing", "##ed", "##er", "##ly", "##tion"}
	if i < len(known) {
		return known[i]
	}
	i -= len(known)
	const consonants, vowels = "bcdfghjklmnpqrstvwxyz", "aeiou"
	w := ""
	for n := i / 2; ; n = n/(len(consonants)*len(vowels)) - 1 {
		w += string(consonants[n%len(consonants)]) + string(vowels[n/len(consonants)%len(vowels)])
		if n < len(consonants)*len(vowels) {
			break
		}
	}
	if i%2 == 1 {
		return "##" + w
	}
	return w
}
