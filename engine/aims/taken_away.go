package aims

import (
	"fmt"
	"slices"
	"strings"

	"asterism/engine/goaldna"
)

// What a check says of a step that takes something away which may be what the goal wants.
const (
	saysTakesAway = "cannot judge: it takes away %q, which the goal names"
	saysUnguarded = "cannot judge: it takes away a guard, %q"
)

// takenAway takes the signal from an English step that removes or puts off something which the goal names as wanted ("deleted the VAT table", "postponed the launch"), or a test or check,
// and from one about what is not as the goal wants it ("merged the unreviewed code"): shared words called it on the goal. It does not say that the step is against the goal: a table may be removed because a better one is there. What has a word that the goal does not have is another thing ("the bug
// in VAT rounding", "dead code of the invoice job"), and a step that drifts by its similarity is left as it is.
func (c *GoalChecked) takenAway(action string) {
	if c.Measured == nil || !c.Signal || c.Contradicts || c.Similarity < goaldna.DefaultOptions().Threshold {
		return
	}
	var clauses []goalClause
	for _, goal := range append([]string{c.Goal}, c.SubGoals...) {
		clauses = append(clauses, goalClauses(goal)...)
	}
	words := stepWords(action)
	what, guard := removed(clauses, words)
	switch denies := undone(clauses, words); {
	case what == "" && denies == "":
		return
	case what == "":
		c.Note = fmt.Sprintf(saysUndone, denies)
	case guard:
		c.Note = fmt.Sprintf(saysUnguarded, what)
	default:
		c.Note = fmt.Sprintf(saysTakesAway, what)
	}
	c.Signal, c.Similarity = false, goaldna.NoSignal
}

// removed is what a step takes away, where the goal wants that, or where it is a guard; "" where it takes away nothing of the kind.
func removed(clauses []goalClause, words []stepWord) (what string, guard bool) {
	head := true // the next word may be the main verb of a clause
	for i := range words {
		w := &words[i]
		at := objectBehind(words, i, head)
		if done := subjectOf(words, i); at < 0 && w.takes() && len(done) > 0 { // "the launch was postponed"
			if all, some := allOf(clauses, done); all && some && wanted(clauses, done) && !names(clauses, w) {
				return spelled(done), false
			}
		}
		if head = w.is(begins) && head || w.text == "and" || w.text == "then" || w.text == "by" || w.ends; at < 0 || at >= len(words) {
			continue
		}
		object, behind := objectAt(words, at)
		object = withoutAdverbs(object)
		if len(object) == 0 || names(clauses, w) || behind != nil && behind.is(being) && strings.HasSuffix(w.text, "ed") || // "cancelled charges are listed"
			w.stem == "without" && behind != nil && behind.is(determiners) && !object[0].is(guarding) { // "results without thumbnails show a placeholder"
			continue
		}
		if guards(object, w.stem == "without") && wanted(clauses, object) {
			return spelled(clauseFrom(words, at)), true
		}
		if all, some := allOf(clauses, object); all && some && wanted(clauses, object) {
			return spelled(object), false
		}
	}
	return "", false
}

// objectBehind is where the object of a verb that takes away begins; -1: the word is none. "without" takes away what is behind it wherever it stands, unless the step deals with that.
func objectBehind(words []stepWord, i int, head bool) int {
	w := &words[i]
	switch {
	case w.stem == "without" && !slices.ContainsFunc(words[:i], func(w stepWord) bool { return w.is(dealing) || w.is(denials) || w.stem == "no" }):
		return i + 1
	case !head:
		return -1
	case w.takes():
		return i + 1
	}
	if from, ok := parted(words, i); ok {
		return from
	}
	return -1
}

// names reports whether a clause of the goal has a verb itself, such as that of taking away.
func names(clauses []goalClause, verb *stepWord) bool {
	return verb.stem != "without" && slices.ContainsFunc(clauses, func(c goalClause) bool { return c.has[verb.stem] })
}

// objectAt are the words of a noun up to what is said of it, and the word that follows. "Support for GBP" is GBP; "GBP and USD" are two.
func objectAt(words []stepWord, from int) (out []stepWord, next *stepWord) {
	for i := from; i < len(words); i++ {
		w := &words[i]
		joins := w.text == "and" && i+1 < len(words) && len(out) > 0 && out[len(out)-1].text == strings.ToUpper(out[len(out)-1].text) && words[i+1].text == strings.ToUpper(words[i+1].text)
		stands := (w.text == "for" || w.text == "of") && len(out) > 0 && out[len(out)-1].is(offering)
		if !w.telling && !w.is(determiners) && !joins && !stands || w.text == "of" && !stands && len(out) > 0 || w.is(behind) || w.is(determiners) && len(out) > 0 && out[len(out)-1].telling {
			next = w
			break
		}
		out = append(out, *w)
		if w.ends {
			break
		}
	}
	for len(out) > 0 && !out[0].telling {
		out = out[1:]
	}
	return out, next
}

// guards reports whether the noun is a test or a check: its last word is one, or the first where it is something done ("without checking the VAT").
func guards(object []stepWord, doing bool) bool {
	last := len(object) - 1
	if last > 0 && object[last].is(carrying) { // "the reconciliation job"
		last--
	}
	return object[last].is(guarding) || doing && object[0].is(guarding)
}

// wanted reports whether no clause of the goal that has a word of the object wants less of something: "replace the VAT table".
func wanted(clauses []goalClause, object []stepWord) bool {
	return !slices.ContainsFunc(clauses, func(c goalClause) bool {
		return c.lesser && slices.ContainsFunc(object, func(w stepWord) bool { return w.telling && c.has[w.stem] })
	})
}

// clauseFrom are the words from one to the end of its clause, without a determiner in front: of a guard all is said that tells which it is.
func clauseFrom(words []stepWord, at int) []stepWord {
	end := at
	for end < len(words) && !words[end].ends {
		end++
	}
	out := words[at:min(end+1, len(words), at+mostSpelled)]
	for len(out) > 1 && out[0].is(determiners) {
		out = out[1:]
	}
	return out
}

// mostSpelled is how many words of a guard are told.
const mostSpelled = 12

// spelled is a noun as the step writes it.
func spelled(object []stepWord) string {
	var out []string
	for i := range object {
		out = append(out, object[i].text)
	}
	return strings.Join(out, " ")
}
