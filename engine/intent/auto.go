package intent

import (
	"strings"

	"asterism/engine/pattern"

	"asterism/models"
)

// Auto picks the weights for a question from its words, and returns the name of the first profile that applies:
//
//  1. code: its answer is probably code ([AsksForCode]);
//  2. temporal: it names a time (a date, a clock time, yesterday, last week, three days ago …) or asks for what is fresh;
//  3. fact: it quotes words or has a word that names exactly one thing (a number with letters, an ERROR_CODE, a path);
//  4. semantic otherwise.
//
// Weights of code and of meaning are mixed by the probability that code is asked for ([mixed]), so that a doubtful question gets weights between the two. E2, E3 and E4 measure from
// now, and every memory has a time: they have weight only if the question asks for what is fresh ([AsksFresh]). If the words themselves matter (rule 3, or at most
// two words, which may be misspelt), a part of the weight goes to the spaces that see letters and words. A question of thirty words or more is itself a text:
// it asks for similar texts and names its subject. It has weights of its own ([fittedLong]) regardless of its words, unless it asks for what is fresh.
//
// No rule chooses the profile causal: answers to questions with "why" and "because" are found by meaning, and weights of causes make the results worse; see [namedShare].
func Auto(text string) (name string, weights [models.Count]float64) {
	share := shareOfCode(text)
	exact, short := exactWord.MatchString(text), len(strings.Fields(text)) <= 2
	switch {
	case share >= 0.5:
		name = ProfileCode
	case timeWords.MatchString(text):
		name = ProfileTemporal
	case exact:
		name = ProfileFact
	default:
		name = ProfileSemantic
	}
	weights = mixed(share)
	switch {
	case AsksFresh(text):
		return name, blend(fresh(), weights, namedShare)
	case len(strings.Fields(text)) >= longQuestion:
		return name, normalise(fittedLong)
	case short && share < 0.5:
		return name, leanToWords(weights, shortLean)
	case exact:
		return name, leanToWords(weights, exactLean)
	}
	return name, weights
}

// NamesTime reports whether a question names a time or asks for what is fresh.
func NamesTime(text string) bool { return timeWords.MatchString(text) }

// AsksFresh reports whether a question asks for what is fresh. Only then do the spaces of time, which measure from now, help.
func AsksFresh(text string) bool { return freshWords.MatchString(text) }

var (
	freshWords = pattern.New(`(?i)\b(?:recent(?:ly)?|latest|newest|nowadays|just now|these days)\b`)

	timeWords = pattern.New(`(?i)\b(?:yesterday|today|tonight|tomorrow|recent(?:ly)?|latest|newest|nowadays|just now|these days` +
		`|(?:last|this|past|next|previous) (?:few )?(?:second|minute|hour|day|night|week|weekend|month|quarter|year|spring|summer|autumn|fall|winter|morning|afternoon|evening|monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?` +
		`|(?:in|for|within) the (?:last|past) \w+` +
		`|(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|few|couple of|several) (?:second|minute|hour|day|week|month|year)s? ago` +
		`|on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?` +
		`|(?:in|since|until|before|after|during) (?:january|february|march|april|may|june|july|august|september|october|november|december|(?:19|20)\d\d)` +
		`|\d{1,2}(?:st|nd|rd|th)? (?:of )?` + monthNames + `|` + monthNames + ` (?:\d{1,2}\b|\d{4})` +
		`|\d{4}-\d\d(?:-\d\d)?|\d{4}/\d{1,2}/\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{4}|(?:week|month|year) before last|\d{1,2}:\d\d|\d{1,2} ?(?:am|pm)|what time|on what da(?:y|te))\b`)

	exactWord = pattern.New(`"[^"]+"|“[^”]+”|«[^»]+»` +
		`|\b[A-Z]{2,}[-_]?\d+\b` + // ERR-4012, RFC3339
		`|\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b` + // ERROR_CODE
		`|\bv?\d+\.\d+(?:\.\d+)*\b|#\d+` + // versions, issue numbers
		`|\b[0-9a-f]{7,40}\b` + // hashes
		`|(?:^|\s)[~./]?/?[\w.-]+/[\w./-]+` + // paths
		`|\b[\w.+-]+@[\w-]+\.\w+\b`) // addresses
)
