package compare

import (
	"slices"
	"strings"

	"asterism/engine/words"
)

// exchange is a token sequence divided by two parts that were exchanged.
type exchange struct {
	before      []token // in front of both parts
	first, last []token // the parts, in the order of one text
	middle      []token
}

// exchangeOf returns the exchange that makes b of a: two parts change places around a middle that stays. nil: there is none.
func exchangeOf(a, b []token) *exchange {
	from, end := 0, min(len(a), len(b))
	if len(a) != len(b) {
		return nil
	}
	for from < end && alike(a[from], b[from]) {
		from++
	}
	for end > from && alike(a[end-1], b[end-1]) {
		end--
	}
	before := a[:from]
	a, b = a[from:end], b[from:end]
	n := len(a)
	if n > longestSwap {
		return nil
	}
	for i := 1; i < n; i++ { // a[:i] is the end of b
		if !slices.EqualFunc(a[:i], b[n-i:], alike) {
			continue
		}
		for j := 1; i+j < n; j++ { // a[n-j:] is the beginning of b
			if slices.EqualFunc(a[n-j:], b[:j], alike) && slices.EqualFunc(a[i:n-j], b[j:n-i], alike) && distinguishes(a[i:n-j]) {
				return &exchange{before, a[:i], a[n-j:], a[i : n-j]}
			}
		}
	}
	return nil
}

// longestSwap bounds the length of the sequences: the number of attempts grows with the square.
const longestSwap = 80

// In English the position of a part shows its role. In a language with cases, or an unknown language, a part may move together with its marker: "den Prüfer hat der
// Leiter gelobt". Roles have changed there only if the markers stay and the parts do not: "der Leiter hat den Prüfer gelobt", "der Prüfer hat den Leiter gelobt".

// marks are words in front of a part that show its role: prepositions, and articles that show a case. English articles are not needed, since order shows the role.
var marks = setOf("der den dem des einen einem einer eines von vom zu zum zur bei beim für gegen mit nach aus durch über unter vor an am auf " +
	"to into from over with than on at by of instead_of a al par pour chez contre vers avec por para con contra da dal alla di per van voor door met naar från av till åt med hos af fra til " +
	"od dla przez do z ze przed от для до из у с к к перед против")

// english reports whether both texts are in English: there are more signs of English grammar than of another, including the form of the verb between the parts. A part that moves with its
// preposition keeps its role: "on the table lies the book".
func (e *exchange) english(a, b []token) bool {
	if !orderCounts(a) || !orderCounts(b) || takesAlong(e.first) || takesAlong(e.last) {
		return false
	}
	english, others := 0, 0
	for _, side := range [...][2][]token{{a, b}, {b, a}} {
		is, other := grammarOf(side[0])
		if first := &side[0][0]; first.first && slices.ContainsFunc(side[1], func(t token) bool { return t.kind == Name && t.stem == first.stem }) {
			_, more := words.Grammar(lowered(first.text))
			other -= more // the other text shows that it is a name
		}
		english, others = english+is, others+other
	}
	form := 0
	for i := range e.middle {
		form = max(form, formOfEnglish(&e.middle[i]))
	}
	if e.betweenPlurals() {
		form = max(form, 1)
	}
	return english+2*form > others
}

// betweenPlurals reports whether one verb is between two plurals in -s: "dogs chase cats". Languages with such plurals have no cases that could distinguish the two. In those
// with cases and such endings a plural verb ends otherwise: with a vowel other than e, or with n or m as in German and Spanish; those endings are excluded.
func (e *exchange) betweenPlurals() bool {
	if len(e.middle) != 1 || !isPlural(e.first) || !isPlural(e.last) {
		return false
	}
	verb := &e.middle[0]
	return verb.weight > 0 && verb.script == latin && verb.kind == Word && verb.text == strings.ToLower(verb.text) && len(verb.text) > 2 && !strings.ContainsRune("aiounms", rune(verb.text[len(verb.text)-1]))
}

// isPlural reports whether a part is in plain letters and ends in a noun that looks like a plural.
func isPlural(part []token) bool {
	for i := range part {
		if part[i].script != latin || part[i].kind != Word && part[i].kind != Name {
			return false
		}
	}
	word := lowered(part[len(part)-1].text)
	return len(word) > 3 && beginsNoun(word) && !articles[word] && !ours[word] && !strings.HasSuffix(word, "us") && !strings.HasSuffix(word, "is") && !strings.HasSuffix(word, "as")
}

// takesAlong reports whether a part begins with an English preposition.
func takesAlong(part []token) bool { return len(part) > 1 && leading[part[0].stem] }

// leading are English prepositions.
var leading = setOf("to into from over with than on at in of for under before after befor")

// formOfEnglish returns how strongly the form of a word shows English, in the half units of grammar words.
func formOfEnglish(t *token) int {
	switch small := t.script == latin && t.text == strings.ToLower(t.text); {
	case small && len(t.text) > 4 && strings.HasSuffix(t.text, "ed"):
		return 3
	case knownWord(t), small && len(t.text) > 3 && strings.HasSuffix(t.text, "s") && !strings.HasSuffix(t.text, "ss"), t.stem == "be" && (t.text == "is" || t.text == "are"):
		return 1
	}
	return 0
}

// mark returns the marker at the end of a sequence: one of marks, a French article, or a label with its colon; "": there is none.
func mark(all []token) string {
	if len(all) == 0 {
		return ""
	}
	switch t, word := &all[len(all)-1], lowered(all[len(all)-1].text); {
	case t.label:
		return t.key + ":"
	case t.stop:
		return ""
	case marks[t.stem]:
		return t.stem
	case marks[word] || frenchArticles[word]:
		return word
	}
	return ""
}

// marked reports whether a different marker, or a different label, stays in front of each part.
func (e *exchange) marked() bool {
	first, last := mark(e.before), mark(e.middle)
	if strings.HasSuffix(first, ":") || strings.HasSuffix(last, ":") {
		return first != last && strings.HasSuffix(first, ":") == strings.HasSuffix(last, ":")
	}
	return first != last && marks[last] && (first == "" || marks[first])
}

var frenchArticles = setOf("le la les l un une")

// french reports whether two texts are surely in French, and the parts are two names or two nouns with an article. French nouns have no cases, and the order is that of English. A time
// may begin any sentence, so it is excluded.
func (e *exchange) french(a, b []token) bool {
	isTime := func(t token) bool { return t.kind == Time }
	if slices.ContainsFunc(e.first, isTime) || slices.ContainsFunc(e.last, isTime) {
		return false
	}
	first, last := mark(e.before), mark(e.middle)
	switch nouns := frenchArticles[lowered(e.first[0].text)] && frenchArticles[lowered(e.last[0].text)]; {
	case first == "" && last == "":
		if !nouns && (len(e.first) > 1 || e.last[0].kind != Name) {
			return false
		}
	case !frenchArticles[first] || first != last:
		return false
	}
	return words.LanguageOf(textOf(a)+"\n"+textOf(b)).Code() == "fr"
}

// textOf returns the words of a sequence, joined by spaces.
func textOf(all []token) string {
	var out []string
	for i := range all {
		out = append(out, all[i].text)
	}
	return strings.Join(out, " ")
}
