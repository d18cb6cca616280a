package intent

import (
	"regexp"
	"strings"

	"asterism/models"
)

// Auto picks the weights for a question from its words. The first rule that holds names the profile:
//
//  1. code: it has code in it (a call, an operator of programming languages, a snake_case or camelCase name, back quotes);
//  2. temporal: it names a time (a date, a clock time, yesterday, last week, three days ago, the latest …);
//  3. causal: it asks for reasons or consequences (why, because, caused, led to, due to, …); it weighs as 5 does, and E5 most where a direction is asked for;
//  4. fact: it quotes words or has a word that stands for one thing only (a number with letters, an ERROR_CODE, a path);
//  5. semantic otherwise.
//
// What the profile then weighs stands in the catalogue ([fitted]). Unless the question names a time, E2, E3 and E4 weigh nothing: every
// memory has a time, so they would vote on all of them about something that was not asked. When the words themselves matter
// (rule 4, or at most two words, which may be misspelt), half of the weight goes to the spaces that see letters and words. A question of
// thirty words or more is a text of its own, which asks for its like and names its subject: it has weights of its own
// ([fittedLong]) whatever words are in it, unless it names a time.
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
	switch {
	case len(words) >= longQuestion && name != ProfileTemporal:
		return name, normalise(fittedLong)
	case name == ProfileFact || name == ProfileSemantic && len(words) <= 2:
		return name, leanToWords(auto(name))
	}
	return name, auto(name)
}

var (
	codeText = regexp.MustCompile("`[^`]+`|[\\pL_]\\w*\\(|::|->|=>|[!=]=|:=|&&|\\|\\||;\\s*$|[{}]" +
		`|\b[a-z0-9]+(?:_[a-z0-9]+)+\b` + // snake_case
		`|\b[a-z]{2}[a-z0-9]*(?:[A-Z][a-z0-9]+)+\b` + // camelCase, but not iPhone
		`|\b(?:[A-Z][a-z0-9]+){3,}[A-Z]?\b` + // PascalCase; of two parts it is as often a name (YouTube, LeBron)
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
