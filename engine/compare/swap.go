package compare

import (
	"slices"
	"strings"
)

// swapped reports whether two parts of a text were exchanged around a word that gives them their roles: "Alice reviewed Bob", "Bob reviewed Alice". A sentence
// that merely begins elsewhere ("In March we moved", "We moved in March") is not swapped. A sentence in the passive voice exchanges the parts and keeps the roles.
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

// exchanged reports whether two sequences differ only by an exchange of two parts that changes their roles. English order shows that, or markers that stay in front of the parts.
func (c *comparison) exchanged(a, b []token) bool {
	if e := exchangeOf(a, b); e != nil && e.english(c.a, c.b) {
		return true
	}
	if e := exchangeOf(c.a, c.b); e != nil {
		return e.marked() || e.french(c.a, c.b)
	}
	return false
}

// hosted reports whether a text has "runs on" or "belongs to", which exchange host and guest: "Envoy runs on the gateway" is "the gateway runs Envoy".
func hosted(all []token) bool {
	for i := 0; i+1 < len(all); i++ {
		if all[i].stem == "belong" || all[i].stem == "run" && (all[i+1].stem == "on" || all[i+1].stem == "in") {
			return true
		}
	}
	return false
}

// owners returns the number of "of" in a text.
func owners(all []token) (n int) {
	for i := range all {
		if all[i].stem == "of" {
			n++
		}
	}
	return n
}

func alike(a, b token) bool { return a.key == b.key }

// aside are words that depend on voice and tense.
var aside = setOf("the a an be have do will that this by 's to_be")

// order returns the tokens whose order shows who does what.
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

// sameWords reports whether two sequences have the same words, each the same number of times.
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

// even are words whose two sides have the same role.
var even = setOf("and or plus nor equal match resembl meet marri near besid alongsid versus vs und et y и")

func distinguishes(middle []token) bool {
	return slices.ContainsFunc(middle, func(t token) bool { return !even[t.key] })
}

// passiveOf reports whether a text names who did something, with "by" behind a form of "be" or "get".
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

// voiced reports whether a text has a form of "be" or "get" and a participle, or names who does something, as in "approval by Kim".
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
