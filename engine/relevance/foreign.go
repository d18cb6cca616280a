package relevance

import (
	"slices"
	"strings"
)

// strangeShare is what is left of the chance of a hit that says no word of a question in another language than English. The models were trained on English: of other
// languages they know letters and pieces of words, so that any two texts in one language look somewhat alike, and what a hit has in common with the question has to
// show in a word. Best hits of questions without an answer were given up to .21 by what their texts look like, so .15 brings them below [Nothing]; of 80 questions with
// an answer none is then told that there is none (engine/languages_test.go).
const strangeShare = 0.15

// Words that begin alike count as forms of one: so many letters and so large a part of the longer one are the same, or the shorter one is the beginning of a compound.
const (
	formLetters     = 4
	formPart        = 0.6
	compoundLetters = 5
)

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
		begin[first(w.text)] = true
	}
	for _, raw := range split(strings.ToLower(text)) {
		if !begin[first(raw.text)] {
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

// first are the letters of a word that its forms share at least.
func first(word string) string {
	n := 0
	for i := range word {
		if n++; n > formLetters {
			return word[:i]
		}
	}
	return word
}

// sameForm reports whether two words begin alike enough to be forms of one.
func sameForm(a, b string) bool {
	one, other, same := []rune(a), []rune(b), 0
	for same < min(len(one), len(other)) && one[same] == other[same] {
		same++
	}
	return same >= formLetters && float64(same) >= formPart*float64(max(len(one), len(other))) || same >= compoundLetters && same == min(len(one), len(other))
}
