package relevance

import (
	"slices"
	"strings"
	"unicode/utf8"

	"asterism/engine/words"
)

// strangeShare is what is left of the chance of a hit that says no word of a question in another language than English. The models were trained on English: of other
// languages they know letters and pieces of words, so that any two texts in one language look somewhat alike, and what a hit has in common with the question has to
// show in a word. Best hits of questions without an answer were given up to .21 by what their texts look like, so .15 brings them below [Nothing]; of 80 questions with
// an answer none is then told that there is none (engine/languages_test.go).
const strangeShare = 0.15

// compoundLetters are how many letters of a word must begin another one that is longer, for that to be a compound of it.
const compoundLetters = 5

// strange reports whether the question is in another language than English, or of signs alone, and the text says none of its words, or signs.
func (q *Question) strange(text string) bool {
	if len(q.signs) > 0 {
		return !slices.ContainsFunc(q.signs, func(s string) bool { return strings.Contains(text, s) })
	}
	if 2*q.foreign <= len(q.words) {
		return false
	}
	for _, held := range q.held(text) {
		if held > 0 {
			return false
		}
	}
	begin := map[string]bool{} // how words of the question begin, as far as their forms must agree
	for _, w := range q.words {
		begin[words.Beginning(w.text)] = true
	}
	for _, raw := range split(strings.ToLower(text)) {
		if !begin[words.Beginning(raw.text)] {
			continue
		}
		for _, w := range q.words {
			if sameForm(w.text, raw.text) {
				return false
			}
		}
	}
	return true
}

// sameForm reports whether two words begin alike enough to be forms of one, or one is the beginning of a compound.
func sameForm(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return words.SameForm(a, b) || strings.HasPrefix(b, a) && utf8.RuneCountInString(a) >= compoundLetters
}
