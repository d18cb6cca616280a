package aims

import (
	"fmt"
	"slices"
	"strings"
)

// saysGiven is how a step that gives something what the goal has it without is against the goal.
const saysGiven = "gives %q, which the goal excludes"

var (
	// lacking are words of a goal behind which stands what something is to be without.
	lacking = stems("without no zero lack")
	// giving are words by which a step brings something about.
	giving = stems("let allow permit accept tolerate leave introduce create cause have has had contain get give produce put make insert keep ship with")
	// bounding are words behind "no" that bound something and do not deny it: "no more than two outages".
	bounding = stems("more less fewer later longer sooner other")
	// reasons are words behind which a step says why or until when; it does what it does all the same.
	reasons = stems("to because so since as now again until and for")
)

// given reports whether a step gives a thing of the goal what the goal wants it without: "let invoice numbers have gaps", beside "invoice numbers without gaps". All that the step says up
// to a reason must be of that clause: numbers of test invoices are another thing. A step that denies, mends or finds something gives nothing.
func given(clauses []goalClause, words []stepWord) (how string, against bool) {
	if slices.ContainsFunc(words, func(w stepWord) bool { return w.is(denials) || w.is(lacking) || w.is(dealing) || w.takes() }) {
		return "", false
	}
	for i := range clauses {
		thing, lacked := clauses[i].without()
		if i > 0 && slices.ContainsFunc(clauses[i].words, func(w stepWord) bool { return w.text == "it" || w.text == "them" }) {
			thing = append(thing, telling(clauses[i-1].words)...) // what the pronoun stands for
		}
		if len(thing) == 0 || len(lacked) == 0 {
			continue
		}
		said := upToReason(words, thing, lacked)
		all := !slices.ContainsFunc(lacked, func(l stepWord) bool { return !within(l, said) })
		some := slices.ContainsFunc(thing, func(t stepWord) bool { return within(t, said) })
		gives := slices.ContainsFunc(said, func(w stepWord) bool { return w.is(giving) })
		more := slices.ContainsFunc(said, func(w stepWord) bool {
			return w.telling && !w.is(giving) && !w.is(begins) && !w.is(everybody) && !w.is(trailing) && !within(w, thing) && !within(w, lacked)
		})
		if all && some && gives && !more {
			return fmt.Sprintf(saysGiven, spelled(lacked)), true
		}
	}
	return "", false
}

// upToReason are the words up to a reason that stands behind words of both lists.
func upToReason(words, thing, lacked []stepWord) []stepWord {
	var of, what bool
	for k, w := range words {
		if of && what && w.is(reasons) {
			return words[:k]
		}
		of, what = of || within(w, thing), what || within(w, lacked)
	}
	return words
}

// within reports whether a word is in a list, in any form.
func within(w stepWord, list []stepWord) bool {
	return slices.ContainsFunc(list, func(l stepWord) bool { return l.stem == w.stem })
}

// telling are the words that may name a thing.
func telling(words []stepWord) (out []stepWord) {
	for _, w := range words {
		if w.telling && !w.is(begins) && !w.is(giving) {
			out = append(out, w)
		}
	}
	return out
}

// without parts a clause into a thing and what the thing is to be without, up to what says where or when; nil where it says nothing of the kind.
func (c *goalClause) without() (thing, lacked []stepWord) {
	at := slices.IndexFunc(c.words, func(w stepWord) bool { return w.is(lacking) })
	if at <= 0 || at+1 < len(c.words) && c.words[at+1].is(bounding) {
		return nil, nil
	}
	thing = telling(c.words[:at])
	for _, w := range c.words[at+1:] {
		if w.is(behind) || slices.Contains([]string{"in", "for", "on", "by", "at", "to"}, strings.ToLower(w.text)) {
			break
		}
		if w.telling {
			lacked = append(lacked, w)
		}
	}
	return thing, lacked
}
