package contradict

import (
	"slices"
	"strings"

	"asterism/engine/pattern"
)

var (
	// supposing begins a clause about a possible case. timing begins one about a possible or a past case.
	supposing = pattern.New(`(?i)\b(?:if|unless|whenever|until|before|in case|as long as)\b`)
	timing    = pattern.New(`(?i)\b(?:when|once|after|while|as soon as)\b`)
	present   = pattern.New(`(?i)\b(?:is|are|be|can|may|must|do|does|no longer)\b`)
	anyOf     = pattern.New(`(?i)^(?:an?|any|each|every) .* (?:is|are)\b`)
	sentence  = pattern.New(`[.:;!?] `)
)

// supposed reports whether a text that ends with a sign of a change only supposes the change, or states it as a rule: "if the flag is gone", "when a file is removed", "a file is removed",
// "when the guard reaches the lantern, the lantern is removed". A past event, as in "after Marek left", is a change.
func supposed(text string) bool {
	text = strings.Trim(text, ",;.: ")
	if ends := sentence.FindAllStringIndex(text, -1); len(ends) > 0 {
		text = text[ends[len(ends)-1][1]:]
	}
	clauses := strings.Split(text, ",")
	last := strings.TrimSpace(clauses[len(clauses)-1])
	return mayBe(last) || anyOf.MatchString(last) || onCondition(text)
}

// onCondition reports whether a text begins with a clause about a possible case: "if the build fails, tell Omar".
func onCondition(text string) bool {
	first, _, more := strings.Cut(text, ",")
	return more && opens(first) && mayBe(first)
}

// mayBe reports whether a clause is about a possible case: it has one of supposing, or one of timing without a past tense.
func mayBe(clause string) bool {
	if supposing.MatchString(clause) {
		return true
	}
	was := slices.ContainsFunc(strings.Fields(strings.ToLower(clause)), func(word string) bool {
		return were[word] || went[word] || strings.HasSuffix(word, "ed")
	})
	return timing.MatchString(clause) && (!was || present.MatchString(clause))
}

// opens reports whether a clause begins with one of supposing or timing.
func opens(clause string) bool {
	for _, begin := range []*pattern.Pattern{supposing, timing} {
		if at := begin.FindStringIndex(clause); at != nil && at[0] == 0 {
			return true
		}
	}
	return false
}
