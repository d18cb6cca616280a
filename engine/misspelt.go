package engine

import (
	"strings"
	"unicode"

	"asterism/engine/spell"
	"asterism/engine/token"
	"asterism/models"
)

// brokenWord is the number of pieces from which a word counts as unknown: wrong letters break it up, since no tokenizer
// learned it.
const brokenWord = 3

// vocabulary is the list of the whole words that a tokenizer knows, in the order in which it learned them: the most frequent
// first. Pieces that stand inside words are marked, with "##" or a word sign at the others' start, and are left out.
func vocabulary(t *token.Tokenizer) *spell.Words {
	var words []string
	for id := range int32(t.VocabSize()) {
		if w := t.Token(id); w != "" && strings.IndexFunc(w, func(r rune) bool { return !unicode.IsLetter(r) }) < 0 {
			words = append(words, w)
		}
	}
	return spell.New(words)
}

// meant returns the words that a question's misspelt ones stand for, as far as they are near to known ones.
func (e *Engine) meant(text string) []string {
	t := e.tokenizers[e.streams[models.Semantic].tokenizer]
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len(t.Encode(nil, w)) < brokenWord {
			continue
		}
		if m, ok := e.words.Meant(w); ok {
			out = append(out, m)
		}
	}
	return out
}
