package path

import (
	"asterism/engine/contradict"
	"asterism/engine/pattern"
)

// The English ways to say that something is repaired: the group what contains the words for the problem. With "not" in front of the verb, or "to be" before the participle, there is no
// match.
var mended = []*pattern.Pattern{
	pattern.New(`(?i)^\s*(?:(?:we|i|they|he|she|it|this|that|have|has|now|finally|also|release|version|commit|pr|patch|v?[\d.#]+|[A-Z]\w+)\s+){0,3}(?:fix(?:e[sd])?|repair(?:s|ed)?|resolve[sd]?|mitigate[sd]?|patched)\s+(?P<what>[^,:(]+)`),
	pattern.New(`(?i)^(?P<what>[^,:(]+?)\s+(?:is|are|was|were|(?:has|have|had) been)\s+(?:(?:now|finally|also)\s+)?(?:fixed|repaired|resolved|mitigated|patched)\b`),
}

var (
	// means are the words after which a text says how something was repaired.
	means = pattern.New(`(?i)\s+(?:by|with|using|through|via|because|since|so|and|when|after)\s`)
	// over are words of a text about the time after the repair, or about the repair itself.
	over = pattern.New(`(?i)\b(?:no longer|no more|not any ?more|stopped|gone|ended|disappeared|vanished|went away|again|back|fix|fixe[sd]|repaire?[sd]?|resolve[sd]?|mitigate[sd]?|patched)\b`)
)

// leastMended is how many words of the repaired problem a text must contain if it does not report an event: that a login was fixed does not make every text about logins the problem.
const leastMended = 2

// mends reports whether a text says that the subject of another text is repaired: it names this subject as the problem. Only English is recognised.
func mends(fix, trouble string) bool {
	if over.MatchString(trouble) {
		return false
	}
	t := stems(trouble)
	for _, sentence := range ends.Regexp().Split(fix, -1) {
		for _, r := range mended {
			m := r.FindStringSubmatch(sentence)
			if m == nil {
				continue
			}
			what := stems(means.Regexp().Split(m[r.Regexp().SubexpIndex("what")], 2)[0])
			about := shared(what, t)
			if about >= leastShared && (about*float64(len(what)) >= leastMended || contradict.Happened(trouble)) {
				return true
			}
		}
	}
	return false
}
