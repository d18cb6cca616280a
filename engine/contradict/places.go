package contradict

import (
	"slices"
	"strings"
	"unicode"

	"asterism/engine/compare"
	language "asterism/engine/words"
)

// In a language whose verbs are not known, the topic of a text cannot be separated from what the text says of it. If one place differs, it counts as another value for the same thing. If two
// places differ, one of them may be the thing: "Anna arbeitet in Berlin", "Peter arbeitet in Hamburg".

// otherThing reports, for texts of which one is not in English, whether they may be about two things: something else differs in addition to a value or a negation.
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

// placesOf returns the places in which both texts have something, and those in which one text alone has a name, an identifier, a path or a quotation.
func placesOf(r *compare.Result) (out []compare.Change) {
	for _, c := range r.Changed {
		if c.Old != "" && c.New != "" || c.Kind == compare.Name || c.Kind == compare.Identifier || c.Kind == compare.Path || c.Kind == compare.Quoted {
			out = append(out, c)
		}
	}
	return out
}

// isNumbered reports whether a number directly follows the first word of a text. It then shows which of several things the text is about.
func isNumbered(text, number string) bool {
	at := placeOf(text, number, false)
	return at > 0 && len(strings.Fields(text[:at])) == 1 && strings.Trim(number, "0123456789") == ""
}

// onlyValues reports whether only numbers, times and versions differ.
func onlyValues(places []compare.Change) bool {
	return !slices.ContainsFunc(places, func(c compare.Change) bool { return !values[c.Kind] })
}

// prepositional are languages that have a preposition or the verb between two nouns: adjacent words that differ are one place.
var prepositional = map[string]bool{"de": true, "fr": true, "es": true, "it": true, "pt": true, "nl": true, "sv": true, "da": true, "pl": true}

// maybeTwo reports whether a place of several words may be two places. With case endings the topic and the value may be adjacent ("Ayşe Ankara'da", "Mehmet İzmir'de").
func maybeTwo(c *compare.Change, older, text string) bool {
	if len(strings.Fields(c.Old)) < 2 || len(strings.Fields(c.New)) < 2 || !strings.ContainsFunc(c.Old, isSpaced) {
		return false
	}
	return !prepositional[language.LanguageOf(joined.Replace(older+"\n"+text)).Code()]
}

// joined removes the apostrophe between a name and its ending ("Ankara'da"), so that the ending is no word.
var joined = strings.NewReplacer("'", "", "’", "")

// isSpaced reports whether a letter belongs to a script that separates words by spaces. Scripts whose languages are known to have prepositions are left out, as [prepositional] are.
func isSpaced(c rune) bool {
	return unicode.IsLetter(c) && !unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Cyrillic, unicode.Arabic, unicode.Hebrew)
}
