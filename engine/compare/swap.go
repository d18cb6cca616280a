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
	return exchanged(a, b) && voiced(c.a) == voiced(c.b) && hosted(c.a) == hosted(c.b)
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
var even = setOf("and or plus nor equal match resembl meet marri und et y и")

// exchanged reports whether b is a with two parts in exchanged places, around a middle that stayed and tells them apart.
func exchanged(a, b []token) bool {
	from, end := 0, len(a)
	for from < end && alike(a[from], b[from]) {
		from++
	}
	for end > from && alike(a[end-1], b[end-1]) {
		end--
	}
	a, b = a[from:end], b[from:end]
	n := len(a)
	if n > longestSwap {
		return false
	}
	for i := 1; i < n; i++ { // a[:i] stands at the end of b
		if !slices.EqualFunc(a[:i], b[n-i:], alike) {
			continue
		}
		for j := 1; i+j < n; j++ { // a[n-j:] at its beginning
			if slices.EqualFunc(a[n-j:], b[:j], alike) && slices.EqualFunc(a[i:n-j], b[j:n-i], alike) && tellsApart(a[i:n-j]) {
				return true
			}
		}
	}
	return false
}

// longestSwap bounds the parts that are tried, as their number grows with its square.
const longestSwap = 80

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
