package compare

import (
	"slices"
	"strings"

	"asterism/engine/words"
)

// exchange is what two parts that have changed places leave of a row.
type exchange struct {
	before      []token // what stands in front of both
	first, last []token // the parts, as the one text has them
	middle      []token
}

// exchangeOf is the exchange by which b is a with two parts in exchanged places, around a middle that stayed and tells them apart; nil: there is none.
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
	for i := 1; i < n; i++ { // a[:i] stands at the end of b
		if !slices.EqualFunc(a[:i], b[n-i:], alike) {
			continue
		}
		for j := 1; i+j < n; j++ { // a[n-j:] at its beginning
			if slices.EqualFunc(a[n-j:], b[:j], alike) && slices.EqualFunc(a[i:n-j], b[j:n-i], alike) && tellsApart(a[i:n-j]) {
				return &exchange{before, a[:i], a[n-j:], a[i : n-j]}
			}
		}
	}
	return nil
}

// longestSwap bounds the parts that are tried, as their number grows with its square.
const longestSwap = 80

// In English the place of a part tells what it does. In a language with cases, or one whose language is not told, a part may stand anywhere and take its mark along: "den Prüfer hat der
// Leiter gelobt". Who does what has changed there only if the marks stay and the parts in them do not: "der Leiter hat den Prüfer gelobt", "der Prüfer hat den Leiter gelobt".

// marks are words in front of a part that say what it does: prepositions, and articles that tell a case. Of English there are none, as its order tells.
var marks = setOf("der den dem des einen einem einer eines von vom zu zum zur bei beim für gegen mit nach aus durch über unter vor an am auf " +
	"to into from over with than on at by of instead_of a al par pour chez contre vers avec por para con contra da dal alla di per van voor door met naar från av till åt med hos af fra til " +
	"od dla przez do z ze przed от для до из у с к к перед против")

// english reports whether both texts are in English: there is more of its grammar than of another's, the form of a word between the parts counted. A part that takes its preposition along
// does what it did: "on the table lies the book".
func (e *exchange) english(a, b []token) bool {
	if !tellsOrder(a) || !tellsOrder(b) || takesAlong(e.first) || takesAlong(e.last) {
		return false
	}
	english, others := 0, 0
	for _, side := range [...][2][]token{{a, b}, {b, a}} {
		is, other := grammarOf(side[0])
		if first := &side[0][0]; first.first && slices.ContainsFunc(side[1], func(t token) bool { return t.kind == Name && t.stem == first.stem }) {
			_, more := words.Grammar(lowered(first.text))
			other -= more // it is a name, as the other text tells
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

// betweenPlurals reports whether one verb stands between two nouns in the plural with -s: "dogs chase cats". Languages that make it so have no cases by which these could be told apart, and of those
// with cases whose words end so as well a verb of many ends otherwise: with a vowel but e, or in n or m as in German and Spanish, of which it is not known.
func (e *exchange) betweenPlurals() bool {
	if len(e.middle) != 1 || !isPlural(e.first) || !isPlural(e.last) {
		return false
	}
	verb := &e.middle[0]
	return verb.weight > 0 && verb.script == latin && verb.kind == Word && verb.text == strings.ToLower(verb.text) && len(verb.text) > 2 && !strings.ContainsRune("aiounms", rune(verb.text[len(verb.text)-1]))
}

// isPlural reports whether a part ends in a noun that is in the plural by its form, and is in plain letters.
func isPlural(part []token) bool {
	for i := range part {
		if part[i].script != latin || part[i].kind != Word && part[i].kind != Name {
			return false
		}
	}
	word := lowered(part[len(part)-1].text)
	return len(word) > 3 && nounly(word) && !articles[word] && !ours[word] && !strings.HasSuffix(word, "us") && !strings.HasSuffix(word, "is") && !strings.HasSuffix(word, "as")
}

// takesAlong reports whether a part begins with a preposition of English.
func takesAlong(part []token) bool { return len(part) > 1 && leading[part[0].stem] }

// leading are prepositions of English.
var leading = setOf("to into from over with than on at in of for under before after befor")

// formOfEnglish is how much the form of a word tells that its text is in English, in halves as words of grammar count.
func formOfEnglish(t *token) int {
	switch small := t.script == latin && t.text == strings.ToLower(t.text); {
	case small && len(t.text) > 4 && strings.HasSuffix(t.text, "ed"):
		return 3
	case knownWord(t), small && len(t.text) > 3 && strings.HasSuffix(t.text, "s") && !strings.HasSuffix(t.text, "ss"), t.stem == "be" && (t.text == "is" || t.text == "are"):
		return 1
	}
	return 0
}

// mark is the one of marks at the end of a row, or an article of French, or a label with its colon; "": there is none.
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

// marked reports whether another mark stays in front of each of the parts, or another label.
func (e *exchange) marked() bool {
	first, last := mark(e.before), mark(e.middle)
	if strings.HasSuffix(first, ":") || strings.HasSuffix(last, ":") {
		return first != last && strings.HasSuffix(first, ":") == strings.HasSuffix(last, ":")
	}
	return first != last && marks[last] && (first == "" || marks[first])
}

var frenchArticles = setOf("le la les l un une")

// french reports whether two texts are surely in French, whose nouns have no cases and whose order is that of English, and the parts are two names or two nouns with an article. A time
// may begin any sentence.
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

// textOf are the words of a row.
func textOf(all []token) string {
	var out []string
	for i := range all {
		out = append(out, all[i].text)
	}
	return strings.Join(out, " ")
}
