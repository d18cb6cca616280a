package relevance

import (
	"slices"
	"strings"
	"unicode/utf8"

	"asterism/engine/words"
)

// unknownTokens are the tokens that tokenizers return for letters that they do not know.
var unknownTokens = map[string]bool{unknownToken: true, "<unk>": true}

// UnreadShare returns the share of a text's words, without grammar words, that have a letter unknown to the tokenizer. It is 0 for ASCII, which all tokenizers know.
func UnreadShare(text string, t Tokenizer) float64 {
	if strings.IndexFunc(text, func(c rune) bool { return c >= utf8.RuneSelf }) < 0 {
		return 0
	}
	all, unread, of, ids := 0, 0, words.LanguageOf(text), []int32(nil)
	for _, w := range split(text) {
		if _, says, _ := of.Stem(strings.ToLower(w.text)); !says {
			continue
		}
		all++
		ids = t.Encode(ids[:0], w.text)
		if slices.ContainsFunc(ids, func(id int32) bool { return unknownTokens[t.Token(id)] }) {
			unread++
		}
	}
	return float64(unread) / float64(max(1, all))
}
