package contradict

import (
	"slices"
	"strings"

	"asterism/engine/pattern"
)

var (
	// supposing begins a clause of what may be, and timing one of what may be or was.
	supposing = pattern.New(`(?i)\b(?:if|unless|whenever|until|before|in case|as long as)\b`)
	timing    = pattern.New(`(?i)\b(?:when|once|after|while|as soon as)\b`)
	present   = pattern.New(`(?i)\b(?:is|are|be|can|may|must|do|does|no longer)\b`)
	anyOf     = pattern.New(`(?i)^(?:an?|any|each|every) .* (?:is|are)\b`)
	sentence  = pattern.New(`[.:;!?] `)
)

// supposed reports whether a text, which ends with a sign of a change, says there what may be, or what is always so: "if the flag is gone", "when a file is removed", "a file is removed", "when the
// guard reaches the lantern, the lantern is removed". What is said to have come to pass, as in "after Marek left", is a change.
func supposed(text string) bool {
	text = strings.Trim(text, ",;.: ")
	if ends := sentence.FindAllStringIndex(text, -1); len(ends) > 0 {
		text = text[ends[len(ends)-1][1]:]
	}
	clauses := strings.Split(text, ",")
	last := strings.TrimSpace(clauses[len(clauses)-1])
	return mayBe(last) || anyOf.MatchString(last) || onCondition(text)
}

// onCondition reports whether a text begins with a clause of what may be: "if the build fails, tell Omar".
func onCondition(text string) bool {
	first, _, more := strings.Cut(text, ",")
	return more && opens(first) && mayBe(first)
}

// mayBe reports whether a clause has a word for what may be, or for a time of nothing that was.
func mayBe(clause string) bool {
	if supposing.MatchString(clause) {
		return true
	}
	was := slices.ContainsFunc(strings.Fields(strings.ToLower(clause)), func(word string) bool {
		return were[word] || went[word] || strings.HasSuffix(word, "ed")
	})
	return timing.MatchString(clause) && (!was || present.MatchString(clause))
}

// opens reports whether a clause begins with such a word.
func opens(clause string) bool {
	for _, begin := range []*pattern.Pattern{supposing, timing} {
		if at := begin.FindStringIndex(clause); at != nil && at[0] == 0 {
			return true
		}
	}
	return false
}
