package relevance

import (
	"strings"
	"unicode/utf8"

	"asterism/models"
)

// Hit is a memory that was found, with what is needed to judge it.
type Hit struct {
	Text       string                // content and rationale
	Similarity [models.Count]float64 // as in search.Hit; NaN: no value
	Standard   [models.Count]float64
	Place      Place
}

// Place is the position of a hit among the others of its ranking, in the units of scores, which are standard deviations.
type Place struct {
	Behind float64 // how far the best one is ahead of it, at least 0
	Ahead  float64 // how far it is ahead of the next one, at least 0; 0 for the last
	Apart  float64 // how far it is above the mean of the first [Depth]
}

// Depth is how many hits of a ranking a place is compared with.
const Depth = 10

// Places returns the places of a ranking's hits, from the first one on, best first.
func Places(scores []float64) []Place {
	out := make([]Place, len(scores))
	first := scores[:min(Depth, len(scores))]
	mean := 0.0
	for _, s := range first {
		mean += s / float64(len(first))
	}
	for i, s := range scores {
		out[i] = Place{Behind: max(0, scores[0]-s), Apart: s - mean}
		if i+1 < len(scores) {
			out[i].Ahead = max(0, s-scores[i+1])
		}
	}
	return out
}

// held returns, for each word of the question, whether a text has it in any of its forms: 0 or 1, or a share for a phrase without spaces. Only words that
// begin as one of the question's words does are stemmed, since a text may have a million letters.
func (q *Question) held(text string) []float64 {
	out := make([]float64, len(q.words))
	lower, english := strings.ToLower(text), !q.of.Foreign()
	for _, raw := range split(lower) {
		if english && !q.begins[raw.text[0]] && inASCII(raw.text) {
			continue
		}
		if stem, _, foreign := q.of.Stem(raw.text); foreign { // it need not begin as its stem does
			for i, w := range q.words {
				if w.stem == stem {
					out[i] = 1
				}
			}
			continue
		}
		stem := ""
		for _, i := range q.places[beginning(raw.text)] {
			if out[i] == 1 {
				continue
			}
			if stem == "" && raw.text != q.words[i].text {
				stem = q.stem(raw.text)
			}
			if raw.text == q.words[i].text || stem == q.words[i].stem {
				out[i] = 1
			}
		}
	}
	for i, w := range q.words {
		if out[i] == 0 && w.phrase {
			out[i] = heldPairs(lower, w.text)
		}
	}
	return out
}

// inASCII reports whether a word is written in ASCII. Its letters then show no other language.
func inASCII(word string) bool {
	for i := range len(word) {
		if word[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// stem is [stemOf] with a cache, since texts repeat their words.
func (q *Question) stem(word string) string {
	stem, ok := q.stems[word]
	if !ok {
		stem = stemOf(word)
		q.stems[word] = stem
	}
	return stem
}

// heldPairs returns the share of a phrase's pairs of letters that a text has.
func heldPairs(text, phrase string) float64 {
	n, all := 0, pairs(phrase)
	for _, p := range all {
		if strings.Contains(text, p) {
			n++
		}
	}
	return float64(n) / float64(len(all))
}

// beginning returns the first two letters of a word, which its stem shares.
func beginning(w string) string {
	n := 0
	for i := range w {
		if n++; n == 3 {
			return w[:i]
		}
	}
	return w
}
