package relevance

import (
	"slices"
	"strings"
	"unicode"

	"asterism/engine/fingerprint"
	"asterism/engine/words"
	"asterism/models"
)

// Tokenizer divides a text into the ids that the models see.
type Tokenizer interface {
	Encode(dst []int32, text string) []int32
	Token(id int32) string
}

// Question is a question prepared for judging hits, by one caller at a time.
type Question struct {
	words   []word
	total   float64 // the words' weights
	unread  float64 // of total, the weight of words that the models cannot read
	told    int     // content words
	foreign int     // words of another language than English
	scanned int
	signs   []string // the signs of a question without letters and digits, such as emoji, which no model reads
	of      words.Language
	stems   map[string]string // cache, by words of texts
	places  map[string][]int  // beginnings of stems → words
	begins  [256]bool         // bytes with which a stem begins
}

// unknownToken is the token of the compact profile's tokenizer for letters that it does not know.
const unknownToken = "[UNK]"

// MostlyUnread is the share of a question, see [Question.Unread], from which an answer should say that its language is not read.
const MostlyUnread = 0.5

// Prepare reads a question: its text, its values from the query side of the models, of which E6 gives the words their weights, and the number of searched memories.
func Prepare(text string, values *fingerprint.Fingerprint, t Tokenizer, scanned int) *Question {
	q := &Question{scanned: scanned, of: words.LanguageOf(text), stems: map[string]string{}}
	if strings.IndexFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) < 0 {
		q.signs = strings.Fields(text)
	}
	weights := map[int32]float64{}
	for _, w := range values[models.Sparse].Terms {
		weights[int32(w.ID)] = float64(w.Weight)
	}
	known, knownWords := 0.0, 0.0
	for _, raw := range split(text) {
		w := word{text: strings.ToLower(raw.text), mark: raw.isMark()}
		stem, says, foreign := q.of.Stem(w.text)
		if w.stem = stem; !foreign {
			w.stem = stemOf(w.text)
		}
		if !says {
			continue
		}
		if slices.ContainsFunc(q.words, func(o word) bool { return o.stem == w.stem }) {
			continue
		}
		for _, id := range t.Encode(nil, raw.text) {
			w.unread = w.unread || t.Token(id) == unknownToken
			w.weight += weights[id]
		}
		if !w.unread && w.weight > 0 {
			known, knownWords = known+w.weight, knownWords+1
		}
		if foreign {
			q.foreign++
		}
		if q.words = append(q.words, w); len(q.words) == mostWords {
			break
		}
	}
	usual := 1.0
	if knownWords > 0 {
		usual = known / knownWords
	}
	q.places = make(map[string][]int, len(q.words))
	for i := range q.words {
		w := &q.words[i]
		key := beginning(w.stem)
		q.places[key] = append(q.places[key], i)
		if key != "" {
			q.begins[key[0]] = true
		}
		w.phrase = unspaced(w.text)
		if w.unread {
			w.weight = usual
			q.unread += usual
		}
		if q.total += w.weight; w.weight > 0 {
			q.told++
		}
	}
	return q
}

// mostWords is how many different words of a question are searched for: they are enough to show what a long question is about.
const mostWords = 200

// InAnotherLanguage says that the models do not read the question's language. It is for questions whose words do not show that by their forms.
func (q *Question) InAnotherLanguage() { q.foreign = len(q.words) }

// InEnglish says that the models know the question's words, although one of them is a grammar word in another language: São Paulo, Über.
func (q *Question) InEnglish() { q.foreign = 0 }

// Foreign reports whether the question is in a language that the models do not read, by its letters or its words: a hit must then have a word of it.
func (q *Question) Foreign() bool { return q.Unread() >= MostlyUnread || 2*q.foreign > len(q.words) }

// Unread returns the share of the question, 0…1, that the models cannot read: words with letters that their vocabulary lacks.
func (q *Question) Unread() float64 {
	if q.total == 0 {
		return 0
	}
	return q.unread / q.total
}
