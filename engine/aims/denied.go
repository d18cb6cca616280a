package aims

import (
	"fmt"
	"slices"
	"strings"
)

const (
	saysDenied = "denied: %s"
	saysTimes  = "number changed: %s → %s"
)

// denied reports whether an English step denies an act that the goal wants ("we no longer invoice customers"), or does one another number of times than it says ("charged every
// customer twice"). It reads the main verb of the step: what a test, a mend or a report names is not done by it. A step that says anything that the goal does not have denies a
// part of the act only ("no longer invoice by hand"), and so does one with a condition: of them nothing is said.
func denied(goal, action string) (how string, against bool) {
	words := stepWords(action)
	if len(words) == 0 || len(words) > mostDenying {
		return "", false
	}
	clauses := goalClauses(goal)
	if how, against = otherTimes(clauses, words); against {
		return how, true
	}
	if how, against = given(clauses, words); against {
		return how, true
	}
	if slices.ContainsFunc(words, func(w stepWord) bool { return w.is(behind) || times[strings.ToLower(w.text)] > 0 }) {
		return "", false
	}
	verb, at := deniedVerb(words)
	if verb == nil || !slices.ContainsFunc(clauses, func(c goalClause) bool { return c.has[verb.stem] && !c.denies(verb.stem) }) ||
		slices.ContainsFunc(clauses, func(c goalClause) bool { return c.denies(verb.stem) }) {
		return "", false
	}
	rest := slices.Concat(words[:at], words[at+1:])
	rest = slices.DeleteFunc(rest, func(w stepWord) bool {
		return w.is(begins) || w.is(denials) || w.stem == "longer" || w.stem == "no" || w.stem == "sure" || w.stem == "made"
	})
	if slices.ContainsFunc(rest, func(w stepWord) bool { return w.stem == "without" || w.is(dealing) }) {
		return "", false
	}
	if all, _ := allOf(clauses, rest); !all {
		return "", false
	}
	return fmt.Sprintf(saysDenied, verb.text), true
}

// mostDenying is how many words a step has that is read for a denial: a longer one says more than that.
const mostDenying = 16

// denies reports whether a clause denies a verb itself: the first telling word behind the denial is that verb.
func (c *goalClause) denies(stem string) bool {
	for i := range c.words {
		if !c.words[i].is(lessening) {
			continue
		}
		for k := i + 1; k < len(c.words); k++ {
			if c.words[k].telling && !c.words[k].is(everybody) {
				if c.words[k].stem == stem {
					return true
				}
				break
			}
		}
	}
	return false
}

// deniedVerb is the verb that a step denies, and where it stands: the one right behind "no longer", "do not" or "stop", or behind "no customer is".
func deniedVerb(words []stepWord) (*stepWord, int) {
	for i := range words[:len(words)-1] {
		if words[i].stem == "no" && words[i+1].stem == "longer" { // its subject may stand in front: "the page no longer shows results"
			return verbBehind(words, i+2)
		}
	}
	for i := range words {
		w := &words[i]
		switch {
		case w.stem == "no" && i+3 < len(words) && (words[i+2].is(begins)):
			return verbBehind(words, i+2)
		case w.is(denials):
			return verbBehind(words, i+1)
		case !w.is(begins) && w.stem != "made" && w.stem != "sure" && w.telling && !w.is(everybody): // the main verb, which nothing denies
			return nil, 0
		}
	}
	return nil, 0
}

// verbBehind is the word at a place, or the next behind words of acting.
func verbBehind(words []stepWord, from int) (*stepWord, int) {
	for i := from; i < len(words); i++ {
		if w := &words[i]; !w.is(begins) {
			return w, i
		}
	}
	return nil, 0
}

// otherTimes reports whether a step does an act of the goal another number of times than the goal says, or as many times as it denies. The act is the main verb, or what the main
// verb permits ("allowed double charges").
func otherTimes(clauses []goalClause, words []stepWord) (how string, against bool) {
	n, at := timesIn(words)
	if n == 0 {
		return "", false
	}
	first := slices.IndexFunc(words, func(w stepWord) bool { return !w.is(begins) })
	if first < 0 || at < first || slices.ContainsFunc(words[:at+1], func(w stepWord) bool { return w.is(dealing) || w.is(denials) || w.is(guarding) || w.stem == "no" }) {
		return "", false
	}
	if slices.ContainsFunc(upToCondition(words), func(w stepWord) bool { return w.is(dealing) }) {
		return "", false
	}
	permits := words[first].is(allowing)
	end := at + 1
	if permits { // what is permitted may stand behind the number
		for first++; end < len(words) && !words[end].is(behind) && !words[end-1].ends; end++ {
		}
	}
	for _, c := range clauses {
		if c.times == 0 || c.lesser != (c.times == n) {
			continue
		}
		act := words[first].stem
		if permits {
			act = ""
		}
		said := slices.DeleteFunc(slices.Clone(words[first:end]), func(w stepWord) bool {
			_, is := times[strings.ToLower(w.text)]
			return is || w.stem == "time" || w.stem == "two" || w.stem == "exact" || w.stem == "only" || w.is(begins)
		})
		all, some := allOf([]goalClause{c}, said)
		if all && some && (permits || c.has[act]) {
			if c.lesser {
				return fmt.Sprintf("does what the goal rules out: %s", words[at].text), true
			}
			return fmt.Sprintf(saysTimes, timesWord(c.times), words[at].text), true
		}
	}
	return "", false
}

// upToCondition are the words in front of what says when or why.
func upToCondition(words []stepWord) []stepWord {
	if i := slices.IndexFunc(words, func(w stepWord) bool { return w.is(behind) }); i >= 0 {
		return words[:i]
	}
	return words
}

// timesWord is a number of times in words.
func timesWord(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}
