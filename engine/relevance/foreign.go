package relevance

import (
	"slices"
	"strings"
	"unicode/utf8"

	"asterism/engine/words"
)

// strangeShare is the factor for the chance of a hit without any word of a question in another language than English. The models were trained on English. Of other
// languages they know letters and pieces of words, so any two texts in one language seem similar, and what a hit shares with the question must
// include a word. Best hits of questions without an answer got up to .21 from that apparent similarity, so .15 brings them below [Nothing]. Of 80 questions with
// an answer none is then reported as without one (engine/languages_test.go).
const strangeShare = 0.15

// compoundLetters is the least number of letters of a word with which a longer word must begin to be a compound of it.
const compoundLetters = 5

// isForeign reports whether the question is in another language than English, or has signs only.
func (q *Question) isForeign() bool { return len(q.signs) > 0 || 2*q.foreign > len(q.words) }

// strange reports whether the question is in another language than English, or has signs only, and the text has none of its words, or signs.
func (q *Question) strange(text string) bool {
	if !q.isForeign() {
		return false
	}
	if len(q.signs) > 0 {
		return !slices.ContainsFunc(q.signs, func(s string) bool { return strings.Contains(text, s) })
	}
	for _, held := range q.held(text) {
		if held > 0 {
			return false
		}
	}
	begin := map[string]bool{} // the beginnings that all forms of the question's words share
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

// sameForm reports whether two words share enough at the beginning to be forms of one, or one is the beginning of a compound.
func sameForm(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return words.SameForm(a, b) || strings.HasPrefix(b, a) && utf8.RuneCountInString(a) >= compoundLetters
}
