package contradict

import (
	"strings"

	"asterism/engine/pattern"
)

var (
	// supposing begins a clause of what may be, and timing one of what may be or was.
	supposing = pattern.New(`(?i)\b(?:if|unless|whenever|until|before|in case|as long as)\b`)
	timing    = pattern.New(`(?i)\b(?:when|once|after|while|as soon as)\b`)
	present   = pattern.New(`(?i)\b(?:is|are|be|can|may|must|do|does|no longer)\b`)
	anyOf     = pattern.New(`(?i)^(?:an?|any|each|every) .* (?:is|are)\b`)
)

// supposed reports whether a text, which ends with a sign of a change, says in its last clause what may be, or what is always so: "if the flag is gone", "when a file is removed", "a file is
// removed". What is said to have come to pass, as in "after Marek left", is a change.
func supposed(text string) bool {
	clause := strings.TrimRight(text, ",;.: ")
	if at := strings.LastIndexAny(clause, ",;.:"); at >= 0 {
		clause = clause[at+1:]
	}
	clause = strings.TrimSpace(clause)
	return supposing.MatchString(clause) || timing.MatchString(clause) && present.MatchString(clause) || anyOf.MatchString(clause)
}
