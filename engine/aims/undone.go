package aims

import (
	"slices"
	"strings"

	"github.com/kljensen/snowball/english"
)

// saysUndone is what a check says of a step about something that is not what the goal wants it to be.
const saysUndone = "cannot judge: the step names something %q, and the goal requires the opposite"

// undone is a word of a step with a denying prefix on a word of the goal: "unreviewed", where every change is to be reviewed. A step whose main verb does what is denied ("reviewed the
// unreviewed code"), or takes away, finds or mends it, does what the goal wants. Of any other it is not known: it may use what is unreviewed, or list it. "" where there is no such word.
func undone(clauses []goalClause, words []stepWord) string {
	first := slices.IndexFunc(words, func(w stepWord) bool { return !w.is(begins) })
	if first < 0 || words[first].is(dealing) || slices.ContainsFunc(words, func(w stepWord) bool {
		return w.takes() || w.is(denials) || w.stem == "no" || w.stem == "without"
	}) {
		return ""
	}
	for i := first; i < len(words); i++ {
		root := undenied(words[i].text)
		if root == "" || slices.ContainsFunc(words, func(w stepWord) bool { return w.stem == root }) {
			continue
		}
		for _, c := range clauses {
			if !c.has[root] || c.lesser || c.denies(root) {
				continue
			}
			if slices.ContainsFunc(words, func(w stepWord) bool { return w.telling && names(clauses, &w) }) {
				return strings.ToLower(words[i].text)
			}
		}
	}
	return ""
}

// leastRoot is how many letters a word has behind its prefix at least: "unit" and "until" deny nothing.
const leastRoot = 4

// undenied is the stem of a word without its denying prefix; "": it has none.
func undenied(word string) string {
	for _, prefix := range []string{"un", "non-", "non"} {
		if root, ok := strings.CutPrefix(strings.ToLower(word), prefix); ok && len(root) >= leastRoot {
			return english.Stem(root, true)
		}
	}
	return ""
}
