package main

import (
	"strings"
	"unicode"

	"asterism/engine/spell"
	"asterism/engine/token"
	"asterism/models"
)

// What stands here is engine/misspelt.go, which cannot be reached from outside; TestFusedIsWhatTheEngineFinds compares the two.

// brokenWord is the number of pieces from which a word counts as unknown.
const brokenWord = 3

// vocabulary is the list of the whole words that a tokenizer knows, the most frequent first.
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
func (e *Embedder) meant(text string) []string {
	if e.words == nil {
		return nil
	}
	m, _ := e.Manifest.Model(models.Semantic)
	t := e.Tokenizers[m.Tokenizer]
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
