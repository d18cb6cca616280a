package compare

import (
	"slices"
	"strings"
)

var (
	// longer are words that say beside a "not" that something has been: "nicht mehr", "niet meer", "já não". They add nothing to what it says.
	longer = setOf("mehr länger meer langer più mais más больше já ya già")
	// afterNe are words that negate in French behind a "ne", and say something else without it.
	afterNe = setOf("plus rien guère")
)

// noMore takes the weight from words that belong to a "not" of their clause, and makes those of French a part of it.
func noMore(all []token) []token {
	for i := range all {
		t := &all[i]
		lower := lowered(t.text)
		switch {
		case afterNe[lower] && denialNear(all, i, func(o *token) bool { return o.stem == "ne" || o.stem == "n" && o.denies }):
			t.denies, t.weight = true, 0
		case (lower == "anymore" || (lower == "more" || lower == "longer") && i > 0 && all[i-1].stem == "any") && (t.stop || i == len(all)-1) && denialNear(all, i, func(o *token) bool { return o.denies }):
			t.weight = 0 // "we do not use it any more"; "do not send any more mail" says how much
		case longer[lower] && denialNear(all, i, func(o *token) bool { return o.denies }):
			t.weight = 0
		}
	}
	return noMoreDoing(all)
}

// denialNear reports whether one of the words before a word in its clause, or the next one, is such a word.
func denialNear(all []token, at int, is func(*token) bool) bool {
	for i := at - 1; i >= 0 && i >= at-reach && !all[i].stop; i-- {
		if is(&all[i]) {
			return true
		}
	}
	return at+1 < len(all) && !all[at].stop && is(&all[at+1])
}

// To end what somebody does is to do it no longer: "we stopped using it", "we no longer use it". A verb of ending denies the verb behind it. Behind "stop" and the like that is a gerund:
// "stop to think" says what for. To finish or to complete something is no such verb, as what is finished has been done.
var (
	endings = stemsOf("stop quit cease halt discontinue give desist refrain abstain")
	// endingsTo are those behind which the verb may stand with "to".
	endingsTo = stemsOf("cease")
	// endingsFrom are words between a verb of ending and a gerund.
	endingsFrom = setOf("from on up")
	// goesAwayFrom are verbs that end behind "away from": "moved away from using it".
	goesAwayFrom = stemsOf("move migrate switch step get shift back")
	// noGerunds end in -ing and are no verbs.
	noGerunds = setOf("during morning evening nothing something anything everything ceiling")
	// plainDenials are those that turn a verb of ending back and say nothing else: "never stop testing".
	plainDenials = setOf("not never cannot")
)

// noMoreDoing makes a denial of each verb of ending in front of another verb. Where it is itself denied neither of the two denies.
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

// endsVerb reports whether a verb stands behind a verb of ending, in the form that says that it is ended.
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

// endedAlone is the weight of verbs of ending without a partner: as a "not" they are no part of what texts share or do not.
func endedAlone(all []token, partner []int) (sum float64) {
	for i, at := range partner {
		if at < 0 && all[i].ending {
			sum += all[i].weight
		}
	}
	return sum
}

// isGerund reports whether a word has the form of a gerund: a vowel stands in front of -ing.
func isGerund(word string) bool {
	base, is := strings.CutSuffix(lowered(word), "ing")
	return is && len(base) > 1 && strings.ContainsAny(base, "aeiouy") && !noGerunds[base+"ing"]
}

// deniedBy is the place of a denial before a verb, with nothing in between but words that weigh nothing; -1: there is none.
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
