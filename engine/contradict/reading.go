package contradict

import (
	"slices"
	"strings"

	"github.com/kljensen/snowball/english"
)

// reading is a text with what the rules for changes need of it. Each part is computed once, when it is first needed. It is for one goroutine.
type reading struct {
	text   string
	stems  map[string]bool // see allStems
	topic  []string        // see topic
	before []string        // the topic words in front of the first verb
	values []amount        // see amountsIn
	places []string        // the environments that it names
	asked  pieces          // which of these were computed
	is     pieces          // which of the computed yes-or-no parts are true
}

// pieces are flags for the parts of a reading.
type pieces uint8

const (
	reportsChange pieces = 1 << iota // see mayReportChange
	ofThePast                        // see describesPast
	anEvent                          // see happened
	withTopic
	withHead
	withValues
	withPlaces
)

func read(text string) *reading { return &reading{text: text} }

// once reports whether a part still has to be computed, and marks it as computed.
func (r *reading) once(part pieces) bool {
	first := r.asked&part == 0
	r.asked |= part
	return first
}

// holds returns the answer of a yes-or-no question about the text, asked once.
func (r *reading) holds(part pieces, ask func(string) bool) bool {
	if r.once(part) && ask(r.text) {
		r.is |= part
	}
	return r.is&part != 0
}

func (r *reading) mayReportChange() bool { return r.holds(reportsChange, mayReportChange) }
func (r *reading) past() bool            { return r.holds(ofThePast, describesPast) }
func (r *reading) happened() bool        { return r.holds(anEvent, happened) }

func (r *reading) allStems() map[string]bool {
	if r.stems == nil {
		r.stems = allStems(r.text)
	}
	return r.stems
}

func (r *reading) about() []string {
	if r.once(withTopic) {
		r.topic = topic(r.text)
	}
	return r.topic
}

func (r *reading) head() []string {
	if r.once(withHead) {
		r.before = topic(headOf(r.text))
	}
	return r.before
}

func (r *reading) amounts() []amount {
	if r.once(withValues) {
		r.values = amountsIn(r.text)
	}
	return r.values
}

// environments returns the environments that the text names.
func (r *reading) environments() []string {
	if r.once(withPlaces) {
		for word := range words(r.text) {
			if environments[word] {
				r.places = append(r.places, word)
			}
		}
	}
	return r.places
}

// otherEnvironment reports whether each text names an environment that the other does not.
func otherEnvironment(older, text *reading) bool {
	a, b := older.environments(), text.environments()
	lone := func(a, b []string) bool {
		return slices.ContainsFunc(a, func(word string) bool { return !slices.Contains(b, word) })
	}
	return lone(a, b) && lone(b, a)
}

// topic returns the stems of a text's topic words, in order.
func topic(text string) (out []string) {
	for field := range strings.FieldsSeq(strings.ToLower(text)) {
		if word := unmarked(field); word != "" && word != "i" && !common[word] && !weak[word] && !noUnit[word] {
			out = append(out, english.Stem(word, false))
		}
	}
	return out
}

// allStems returns the stems of all words of a text, and of the parts of compound words.
func allStems(text string) map[string]bool {
	out := map[string]bool{}
	for field := range strings.FieldsSeq(strings.ToLower(text)) {
		word := unmarked(field)
		if word != "" {
			out[english.Stem(word, false)] = true
		}
		if !strings.ContainsAny(word, inWords) {
			continue
		}
		for _, part := range strings.FieldsFunc(word, func(r rune) bool { return strings.ContainsRune(inWords, r) }) {
			out[english.Stem(part, false)] = true
		}
	}
	return out
}

// inWords are characters between the parts of a word.
const inWords = "-_/.,;:!?()'\"`"

// unmarked returns a field without the punctuation around it and without a genitive; "" if it is punctuation only.
func unmarked(field string) string {
	return strings.TrimSuffix(strings.Trim(field, ".,;:!?\"'()[]`*"), "'s")
}
