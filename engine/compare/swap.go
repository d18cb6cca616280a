package compare

import (
	"slices"
	"strings"
)

// swapped reports whether two parts of a text have changed places around a word that gives them their parts: "Alice reviewed Bob", "Bob reviewed Alice". A sentence
// that is only begun at another end ("In March we moved", "We moved in March") has not; and one in the passive voice has changed places without any change of parts.
func (c *comparison) swapped() bool {
	a, b := c.order(c.a), c.order(c.b)
	if !sameWords(a, b) {
		owned := owners(a) != owners(b) // "the team's lead" is "the lead of the team"
		a, b = heavyOnly(a), heavyOnly(b)
		if owned || !sameWords(a, b) {
			return false
		}
	}
	if slices.EqualFunc(a, b, alike) {
		return passiveOf(c.a) != passiveOf(c.b)
	}
	return c.exchanged(a, b) && voiced(c.a) == voiced(c.b) && hosted(c.a) == hosted(c.b)
}

// exchanged reports whether two rows are the same but for two parts in exchanged places, and that says who does what: by the order of English, or by what stays in front of the parts.
func (c *comparison) exchanged(a, b []token) bool {
	if e := exchangeOf(a, b); e != nil && e.english(c.a, c.b) {
		return true
	}
	if e := exchangeOf(c.a, c.b); e != nil {
		return e.marked() || e.french(c.a, c.b)
	}
	return false
}

// hosted reports whether a text says of what runs that it runs on something, or of what is owned that it belongs to somebody: "Envoy runs on the gateway" is "the gateway runs Envoy".
func hosted(all []token) bool {
	for i := 0; i+1 < len(all); i++ {
		if all[i].stem == "belong" || all[i].stem == "run" && (all[i+1].stem == "on" || all[i+1].stem == "in") {
			return true
		}
	}
	return false
}

// owners is how often a text says of whom or of what something is.
func owners(all []token) (n int) {
	for i := range all {
		if all[i].stem == "of" {
			n++
		}
	}
	return n
}

func alike(a, b token) bool { return a.key == b.key }

// aside are words that come and go with the voice and the tense.
var aside = setOf("the a an be have do will that this by 's to_be")

// order are the tokens whose order says who does what.
func (c *comparison) order(all []token) (out []token) {
	for _, t := range all {
		if !aside[t.stem] {
			out = append(out, t)
		}
	}
	return out
}

func heavyOnly(all []token) (out []token) {
	for _, t := range all {
		if t.weight > 0 {
			out = append(out, t)
		}
	}
	return out
}

// sameWords reports whether two rows have the same words, each as often.
func sameWords(a, b []token) bool {
	if len(a) != len(b) {
		return false
	}
	count := map[string]int{}
	for i := range a {
		count[a[i].key]++
		count[b[i].key]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

// even are words on whose two sides the parts are the same.
var even = setOf("and or plus nor equal match resembl meet marri near besid alongsid versus vs und et y и")

func tellsApart(middle []token) bool {
	return slices.ContainsFunc(middle, func(t token) bool { return !even[t.key] })
}

// passiveOf reports whether a text says who did something with "by" behind a form of "be".
func passiveOf(all []token) bool {
	for i := range all {
		if all[i].stem != "be" && all[i].stem != "get" {
			continue
		}
		for j := i + 2; j < len(all) && j < i+8; j++ {
			if all[j].stem == "by" && j+1 < len(all) && all[j+1].kind != Time && all[j+1].kind != Number {
				return true
			}
		}
	}
	return false
}

// voiced reports whether a text has a form of "be" or "get" with a participle behind it, or says by whom something is done, as in "approval by Kim".
func voiced(all []token) bool {
	for i := 0; i+1 < len(all); i++ {
		if all[i+1].stem == "by" && isDoing(all[i].text) || strings.HasSuffix(all[i].text, " by") {
			return true
		}
		if all[i].stem == "be" || all[i].stem == "get" {
			next := lowered(all[i+1].text)
			if strings.HasSuffix(next, "ed") || irregular[next] != "" {
				return true
			}
		}
	}
	return false
}
