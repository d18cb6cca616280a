package search

import (
	"regexp"
	"strings"

	"asterism/models"
)

// Auto picks the weights for a question from its words. The first rule that holds names the profile:
//
//  1. code: it has code in it (a call, an operator of programming languages, a snake_case or camelCase name, back quotes);
//  2. temporal: it names a time (a date, a clock time, yesterday, last week, three days ago, the latest …);
//  3. causal: it asks for reasons or consequences (why, because, caused, led to, due to, …);
//  4. fact: it quotes words or has a word that stands for one thing only (a number with letters, an ERROR_CODE, a path);
//  5. semantic otherwise.
//
// Three corrections follow. The profile counts 30 %, and 70 % are weights measured on development sets ([measured]). Unless it names a time, E2, E3 and E4 weigh nothing: every memory has a time, so they would vote on
// all of them about something that was not asked. And when the words themselves matter (rule 4, or at most two words, which may be misspelt), half of the weight
// goes to the spaces that see letters and words: E9 and E6 15 % each, E11 and E13 10 % each.
func Auto(text string) (name string, weights [models.Count]float64) {
	words := strings.Fields(strings.ToLower(text))
	exact := exactWord.MatchString(text)
	switch {
	case codeText.MatchString(text):
		name = ProfileCode
	case timeWords.MatchString(text):
		name = ProfileTemporal
	case causeWords.MatchString(text):
		name = ProfileCausal
	case exact:
		name = ProfileFact
	default:
		name = ProfileSemantic
	}
	weights, _ = Profile(name) // one of ours
	if name != ProfileTemporal {
		for _, s := range timeSpaces.Spaces() {
			weights[s] = 0
		}
		weights = normalise(weights)
	}
	weights = blend(weights, normalise(measured), 0.3)
	if name == ProfileFact || name == ProfileSemantic && len(words) <= 2 {
		weights = leanToWords(weights)
	}
	return name, weights
}

// measured are weights that did well on development sets with the compact models, where the sparse spaces rank best by far. nDCG@10 of
// the semantic profile as named, of the best single space, and of auto as it is, through the engine:
// medline .695 .755 .754, cranfield .347 .380 .384, CoSQA .408 .385 .435, citations .533 .589 .601, LongMemEval .242 .316 .296.
// On the last, and by a hair on the first, fusion still loses to its best part.
var measured = [models.Count]float64{20, 0, 0, 0, 1, 10, 5, 8, 1, 1, 1, 10, 45}

// blend is share of a and the rest of b.
func blend(a, b [models.Count]float64, share float64) (out [models.Count]float64) {
	for i := range out {
		out[i] = share*a[i] + (1-share)*b[i]
	}
	return out
}

// leanToWords gives half of the weight to the spaces of letters and words.
func leanToWords(w [models.Count]float64) [models.Count]float64 {
	for i := range w {
		w[i] /= 2
	}
	w[models.HDC] += 0.15
	w[models.Sparse] += 0.15
	w[models.Entity] += 0.1
	w[models.Splade] += 0.1
	return w
}

// ForMisspelt gives half of the weight to the spaces of letters and words, most of it to E9, which alone still knows a word by
// its letters when some are wrong.
func ForMisspelt(w [models.Count]float64) [models.Count]float64 {
	for i := range w {
		w[i] /= 2
	}
	w[models.HDC] += 0.35
	w[models.Entity] += 0.15
	return w
}

var (
	codeText = regexp.MustCompile("`|[\\pL_]\\w*\\(|::|->|=>|[!=]=|:=|&&|\\|\\||;\\s*$|[{}]" +
		`|\b[a-z0-9]+(?:_[a-z0-9]+)+\b` + // snake_case
		`|\b[a-z]+[a-z0-9]*(?:[A-Z][a-z0-9]+)+\b` + // camelCase
		`|\b(?:[A-Z][a-z0-9]+){2,}[A-Z]?\b` + // PascalCase
		`|\b(?:func|def|struct|stacktrace|goroutine|nullptr|async)\b`)

	timeWords = regexp.MustCompile(`(?i)\b(?:yesterday|today|tonight|tomorrow|recent(?:ly)?|latest|newest|nowadays|just now` +
		`|(?:last|this|past|next|previous) (?:few )?(?:second|minute|hour|day|night|week|weekend|month|quarter|year|spring|summer|autumn|fall|winter|morning|afternoon|evening|monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?` +
		`|(?:in|for|within) the (?:last|past) \w+` +
		`|(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|few|couple of|several) (?:second|minute|hour|day|week|month|year)s? ago` +
		`|on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?` +
		`|(?:in|since|until|before|after|during) (?:january|february|march|april|may|june|july|august|september|october|november|december|(?:19|20)\d\d)` +
		`|\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:january|february|march|april|may|june|july|august|september|october|november|december)` +
		`|(?:january|february|march|april|may|june|july|august|september|october|november|december) (?:\d{1,2}\b|\d{4})` +
		`|\d{4}-\d\d(?:-\d\d)?|\d{1,2}:\d\d|\d{1,2} ?(?:am|pm)|what time|on what da(?:y|te))\b`)

	causeWords = regexp.MustCompile(`(?i)\b(?:why|because|cause[sd]?|causing|due to|owing to|led to|leads? to|result(?:s|ed)? (?:of|in|from)|as a result` +
		`|reasons?|root cause|consequences?|effects? of|impact of|how come|what happen(?:s|ed) (?:if|when|after)|made .+ (?:fail|crash|break|stop))\b`)

	exactWord = regexp.MustCompile(`"[^"]+"|“[^”]+”|«[^»]+»` +
		`|\b[A-Z]{2,}[-_]?\d+\b` + // ERR-4012, RFC3339
		`|\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b` + // ERROR_CODE
		`|\bv?\d+\.\d+(?:\.\d+)*\b|#\d+` + // versions, issue numbers
		`|\b[0-9a-f]{7,40}\b` + // hashes
		`|(?:^|\s)[~./]?/?[\w.-]+/[\w./-]+` + // paths
		`|\b[\w.+-]+@[\w-]+\.\w+\b`) // addresses
)
