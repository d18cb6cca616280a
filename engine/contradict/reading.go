package contradict

import (
	"slices"
	"strings"

	"github.com/kljensen/snowball/english"
)

// reading is a text as the rules of changes read it. Each part is read when it is first asked for, and once. It is for one goroutine.
type reading struct {
	text   string
	stems  map[string]bool // see allStems
	topic  []string        // see topic
	before []string        // of topic, what stands before the first verb
	values []amount        // see amountsIn
	places []string        // the environments that it names
	asked  pieces          // what of these was read
	is     pieces          // of those that are true or false, which are true
}

// pieces are what is read of a text.
type pieces uint8

const (
	tellsChange pieces = 1 << iota // it has words by which a text says that something changed
	ofThePast                      // see tellsPast
	anEvent                        // see happened
	withTopic
	withHead
	withValues
	withPlaces
)

func read(text string) *reading { return &reading{text: text} }

// once reports whether a part has to be read now.
func (r *reading) once(part pieces) bool {
	first := r.asked&part == 0
	r.asked |= part
	return first
}

// holds is whether something is so of a text.
func (r *reading) holds(part pieces, ask func(string) bool) bool {
	if r.once(part) && ask(r.text) {
		r.is |= part
	}
	return r.is&part != 0
}

func (r *reading) tells() bool    { return r.holds(tellsChange, tells) }
func (r *reading) past() bool     { return r.holds(ofThePast, tellsPast) }
func (r *reading) happened() bool { return r.holds(anEvent, happened) }

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

// environments are those that the text names.
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

// topic are the stems of the words of a text that tell what it is about, in order.
func topic(text string) (out []string) {
	for field := range strings.FieldsSeq(strings.ToLower(text)) {
		if word := unmarked(field); word != "" && word != "i" && !common[word] && !weak[word] && !noUnit[word] {
			out = append(out, english.Stem(word, false))
		}
	}
	return out
}

// allStems are the stems of all words of a text.
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

// inWords are signs between the parts of a word.
const inWords = "-_/.,;:!?()'\"`"

// unmarked is a field without the signs around it and a genitive; "" where it is of signs alone.
func unmarked(field string) string {
	return strings.TrimSuffix(strings.Trim(field, ".,;:!?\"'()[]`*"), "'s")
}
