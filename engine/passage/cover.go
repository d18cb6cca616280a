package passage

import (
	"math"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"
)

// Words are the content words of a question, by their stems, without grammar words. The value is how many words of the question each represents.
type Words map[string]int

// WordsOf reads the words of a question.
func WordsOf(question string) Words {
	out := Words{}
	before := ""
	for _, w := range wordsOf(question) {
		if particles[w] && before != "" && !asking[before] && !english.IsStopWord(before) {
			out[english.Stem(before+w, false)] = 2 // a question how to roll back also asks for rollbacks
		}
		before = w
		if !english.IsStopWord(w) && !asking[w] {
			out[english.Stem(w, false)] = 1
		}
	}
	return out
}

// wordsOf returns the words of a text in lower case. The rest of the package knows stems and grammar words of English; a word of another language represents itself. Text
// without spaces gives each pair of characters, without those that are only inflection in Japanese.
func wordsOf(text string) (out []string) {
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '_' && !(unicode.IsMark(r) && r >= 0x0e00)
	}) {
		if strings.IndexFunc(word, isUnspaced) < 0 {
			out = append(out, word)
			continue
		}
		letters := []rune(word)
		for i := range len(letters) - 1 {
			if pair := letters[i : i+2]; !unicode.Is(unicode.Hiragana, pair[0]) && !unicode.Is(unicode.Hiragana, pair[1]) {
				out = append(out, string(pair))
			}
		}
	}
	return out
}

// isUnspaced reports whether a letter is of a script without spaces between words.
func isUnspaced(r rune) bool {
	return r >= 0x0e00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// beginning returns the first two letters of a word, which its stem shares, with few irregular exceptions. A word that begins unlike every word of the question need not be
// stemmed, which saves most of the work.
func beginning(word string) string { return word[:min(2, len(word))] }

// asking are question words that the list of stop words does not have; an answer does not repeat them.
var asking = map[string]bool{
	"who": true, "whom": true, "whose": true, "which": true, "what": true, "when": true, "where": true, "why": true, "how": true, "many": true, "much": true,
	"do": true, "does": true, "did": true, "can": true, "could": true, "may": true, "might": true, "shall": true, "should": true, "will": true, "would": true, "must": true,
	"tell": true, "show": true, "find": true, "please": true,
}

// particles form one word with the verb in front of them: rollback, setup, login, failover.
var particles = map[string]bool{"back": true, "up": true, "down": true, "out": true, "off": true, "over": true, "in": true, "on": true, "away": true, "through": true}

// Cover returns how much of the question's words each sentence has: their share, 0…1, weighted by how rare a word is among the sentences (the idf of BM25). A word
// in every sentence does not help to choose one. Words that no sentence has do not count; 0 if none is left.
func (w Words) Cover(sentences []string) []float64 {
	begins := map[string]bool{}
	for stem := range w {
		begins[beginning(stem)] = true
	}
	has := make([]map[string]bool, len(sentences))
	held := map[string]int{}
	for i, s := range sentences {
		has[i] = map[string]bool{}
		for _, word := range wordsOf(s) {
			if !begins[beginning(word)] {
				continue
			}
			if stem := english.Stem(word, false); w[stem] > 0 && !has[i][stem] {
				has[i][stem] = true
				held[stem]++
			}
		}
	}
	total := 0.0
	for stem, n := range held {
		total += float64(w[stem]) * idf(n, len(sentences))
	}
	out := make([]float64, len(sentences))
	for i := range has {
		for stem := range has[i] {
			out[i] += float64(w[stem]) * idf(held[stem], len(sentences)) / total
		}
	}
	return out
}

func idf(held, of int) float64 {
	return math.Log(1 + (float64(of-held)+.5)/(float64(held)+.5))
}
