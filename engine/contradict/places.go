package contradict

import (
	"slices"
	"strings"
	"unicode"

	"asterism/engine/compare"
	language "asterism/engine/words"
)

// What a text is about and what it says of that cannot be told apart in a language whose verbs are not known. Where one place differs, another value is said of the same thing. Where two
// do, one of them may be the thing: "Anna arbeitet in Berlin", "Peter arbeitet in Hamburg".

// otherThing reports, of texts of which one is not in English, whether another thing may be meant: something else differs beside a value, or beside what one of them denies.
func otherThing(older, text string, r *compare.Result) bool {
	places := placesOf(r)
	if len(places) == 0 || compare.English(older) && compare.English(text) {
		return false
	}
	if onlyValues(places) { // "Rechnung 1182", "Rechnung 1183"
		return len(places) > 1 && isNumbered(older, places[0].Old) && isNumbered(text, places[0].New)
	}
	if denies := r.Class == compare.Negated || r.Class == compare.Contradiction; denies && !isOpposite(r) {
		return slices.ContainsFunc(places, func(c compare.Change) bool { return c.Old != "" && c.New != "" })
	}
	return len(places) > 1 || maybeTwo(&places[0], older, text)
}

// placesOf are the places in which two texts have something else, and those in which one alone names something.
func placesOf(r *compare.Result) (out []compare.Change) {
	for _, c := range r.Changed {
		if c.Old != "" && c.New != "" || c.Kind == compare.Name || c.Kind == compare.Identifier || c.Kind == compare.Path || c.Kind == compare.Quoted {
			out = append(out, c)
		}
	}
	return out
}

// isNumbered reports whether a number stands right behind the first word of a text: it tells which of several things the text is about.
func isNumbered(text, number string) bool {
	at := placeOf(text, number, false)
	return at > 0 && len(strings.Fields(text[:at])) == 1 && strings.Trim(number, "0123456789") == ""
}

// onlyValues reports whether all that differs are numbers, times and versions.
func onlyValues(places []compare.Change) bool {
	return !slices.ContainsFunc(places, func(c compare.Change) bool { return !values[c.Kind] })
}

// prepositional are languages that put a word between a verb's nouns, or the verb itself: what stands together there is one place.
var prepositional = map[string]bool{"de": true, "fr": true, "es": true, "it": true, "pt": true, "nl": true, "sv": true, "da": true, "pl": true}

// maybeTwo reports whether a place of several words may be two: where cases are endings, what a text is about stands beside what it says of that ("Ayşe Ankara'da", "Mehmet İzmir'de").
func maybeTwo(c *compare.Change, older, text string) bool {
	if len(strings.Fields(c.Old)) < 2 || len(strings.Fields(c.New)) < 2 || !strings.ContainsFunc(c.Old, isSpaced) {
		return false
	}
	return !prepositional[language.LanguageOf(joined.Replace(older+"\n"+text)).Code()]
}

// joined takes the apostrophe from an ending behind a name ("Ankara'da"), which is no word.
var joined = strings.NewReplacer("'", "", "’", "")

// isSpaced reports whether a letter is of a script that puts spaces between words, and prepositions are not known to stand in front of its nouns.
func isSpaced(c rune) bool {
	return unicode.IsLetter(c) && !unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Cyrillic, unicode.Arabic, unicode.Hebrew)
}
