package compare

import (
	"slices"
	"strings"
)

var (
	// longer are words that belong to a "not" and say that something ended: "nicht mehr", "niet meer", "já não". They add nothing to it.
	longer = setOf("mehr länger meer langer più mais más больше já ya già")
	// afterNe are French words that negate behind a "ne", and have another meaning without it.
	afterNe = setOf("plus rien guère")
)

// noMore removes the weight of words that belong to a "not" of their clause, and marks the French ones as negations.
func noMore(all []token) []token {
	for i := range all {
		t := &all[i]
		lower := lowered(t.text)
		switch {
		case afterNe[lower] && denialNear(all, i, func(o *token) bool { return o.stem == "ne" || o.stem == "n" && o.denies }):
			t.denies, t.weight = true, 0
		case (lower == "anymore" || (lower == "more" || lower == "longer") && i > 0 && all[i-1].stem == "any") && (t.stop || i == len(all)-1) && denialNear(all, i, func(o *token) bool { return o.denies }):
			t.weight = 0 // "we do not use it any more"; in "do not send any more mail" it is a quantity
		case longer[lower] && denialNear(all, i, func(o *token) bool { return o.denies }):
			t.weight = 0
		}
	}
	return noMoreDoing(all)
}

// denialNear reports whether is holds for a word in front of a word in its clause, or for the next one.
func denialNear(all []token, at int, is func(*token) bool) bool {
	for i := at - 1; i >= 0 && i >= at-reach && !all[i].stop; i-- {
		if is(&all[i]) {
			return true
		}
	}
	return at+1 < len(all) && !all[at].stop && is(&all[at+1])
}

// To end an activity is to do it no longer: "we stopped using it", "we no longer use it". So a verb of ending denies the verb behind it. Behind "stop" and the like that is a gerund:
// in "stop to think" it is the purpose. To finish or complete something is not a denial, since it has been done.
var (
	endings = stemsOf("stop quit cease halt discontinue give desist refrain abstain")
	// endingsTo are those that also take "to" and an infinitive.
	endingsTo = stemsOf("cease")
	// endingsFrom are words between a verb of ending and a gerund.
	endingsFrom = setOf("from on up")
	// goesAwayFrom are verbs of ending before "away from": "moved away from using it".
	goesAwayFrom = stemsOf("move migrate switch step get shift back")
	// noGerunds are words in -ing that are no verbs.
	noGerunds = setOf("during morning evening nothing something anything everything ceiling")
	// plainDenials are negations that only reverse a verb of ending: "never stop testing".
	plainDenials = setOf("not never cannot")
)

// noMoreDoing marks each verb of ending in front of another verb as a denial. If it is itself denied, neither of the two counts as a denial.
func noMoreDoing(all []token) []token {
	for i := range all {
		t := &all[i]
		if !endings[t.stem] && !(goesAwayFrom[t.stem] && i+2 < len(all) && all[i+1].stem == "away" && all[i+2].stem == "from") || t.kind != Word && t.kind != Name || i+1 >= len(all) || t.stop || i > 0 && ours[lowered(all[i-1].text)] || !endsVerb(all, i) || ofOtherGrammar(all) {
			continue
		}
		switch by := deniedBy(all, i); {
		case by >= 0 && plainDenials[all[by].stem]:
			all[by].denies = false
			t.stem, t.key, t.listed, t.turns, t.weight = "continu", "continu", 0, false, 0
		case by < 0:
			t.denies, t.ending = true, true
			if goesAwayFrom[t.stem] {
				all[i+1].weight = 0
			}
		}
	}
	return all
}

// endsVerb reports whether the verb behind a verb of ending has the form of an ended activity.
func endsVerb(all []token, i int) bool {
	j := i + 1
	if goesAwayFrom[all[i].stem] {
		j++
	}
	if t := &all[i]; t.stem == "give" || endingsFrom[all[j].stem] {
		if t.stem == "give" && all[j].stem != "up" {
			return false
		}
		j++
	} else if endingsTo[t.stem] && all[j].stem == "to" {
		return j+1 < len(all) && all[j+1].kind == Word
	}
	if j < len(all) && endingsFrom[all[j].stem] { // "gave up on using"
		j++
	}
	if j < len(all) && strings.HasSuffix(all[j].text, "ly") { // "stopped actively using"
		j++
	}
	return j < len(all) && !slices.ContainsFunc(all[i:j], func(t token) bool { return t.stop }) && isGerund(all[j].text)
}

// endedAlone returns the weight of verbs of ending without a partner. They act as a "not", so they do not count for or against what texts share.
func endedAlone(all []token, partner []int) (sum float64) {
	for i, at := range partner {
		if at < 0 && all[i].ending {
			sum += all[i].weight
		}
	}
	return sum
}

// isGerund reports whether a word has the form of a gerund: there is a vowel in front of -ing.
func isGerund(word string) bool {
	base, is := strings.CutSuffix(lowered(word), "ing")
	return is && len(base) > 1 && strings.ContainsAny(base, "aeiouy") && !noGerunds[base+"ing"]
}

// deniedBy returns the index of a denial in front of a verb, with only weightless words in between; -1: there is none.
func deniedBy(all []token, at int) int {
	for i := at - 1; i >= 0 && i >= at-reach && !all[i].stop; i-- {
		if all[i].denies {
			return i
		}
		if all[i].weight > 0 {
			return -1
		}
	}
	return -1
}
