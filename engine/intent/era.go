package intent

import (
	"strings"

	"asterism/engine/pattern"
)

// Era is which state of a thing that changed over time a question asks for.
type Era string

// The eras.
const (
	AnyEra   Era = ""
	Now      Era = "now"      // current, latest, today's
	Earlier  Era = "earlier"  // previously, used to, before that
	Original Era = "original" // originally, at first
)

// EraOf returns the era that the words of an English question ask for. It returns [AnyEra] if they name several, as in "what was it originally and what is it now?", and for a question of
// thirty words or more.
func EraOf(text string) (era Era) {
	if len(strings.Fields(text)) >= longQuestion {
		return AnyEra
	}
	for _, e := range eras {
		if e.words.MatchString(text) {
			if era != AnyEra {
				return AnyEra
			}
			era = e.era
		}
	}
	return era
}

var eras = []struct {
	era   Era
	words *pattern.Pattern
}{
	{Now, pattern.New(`(?i)\b(?:current(?:ly)?|now|nowadays|latest|newest|most recent|up[- ]to[- ]date|today|todays|these days|at (?:the moment|present)|presently|as of (?:now|today))\b`)},
	{Earlier, pattern.New(`(?i)\b(?:previous(?:ly)?|used to|before (?:that|this|the change|it (?:was )?changed)|former(?:ly)?|earlier|no longer|until (?:then|recently)|the old)\b`)},
	{Original, pattern.New(`(?i)\b(?:original(?:ly)?|initial(?:ly)?|at first|at the (?:very )?(?:start|beginning|outset)|in the beginning|to begin with|when (?:we|it|they) (?:first )?(?:started|began))\b`)},
}
