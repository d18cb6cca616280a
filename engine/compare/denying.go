package compare

import (
	"slices"
	"strings"
)

// A prefix that denies makes a word the opposite of what stands behind it: pinned, unpinned. Which words have one is found out by both texts: what stands behind the prefix must be in the other. Words
// that only begin so are told by their form, as far as that tells, or by a list: "deploy" denies no "ploy", as no text has that word, but "design" would deny "sign".

// denyingPrefix is a prefix that denies.
type denyingPrefix struct {
	prefix    string
	letters   int    // fewest letters of what stands behind it
	syllables int    // fewest of its groups of vowels
	never     string // how it ends where the prefix is a part of the word: "information"
}

// "un" stands before words of any length, the others, which came from Latin, hardly ever before one syllable in words that deny it: inform, import, invoice, deploy, deliver, design, default, display, discount,
// dispatch, mistake.
var denyingPrefixes = []denyingPrefix{{"un", 3, 1, ""}, {"non", 3, 1, ""}, {"dis", 4, 2, ""}, {"de", 4, 2, ""}, {"mis", 4, 2, ""}, {"in", 4, 2, "ion"}, {"im", 4, 2, "ion"}, {"il", 4, 2, "ion"}, {"ir", 4, 2, "ion"}}

var (
	// noDenials are words that have such a form and deny nothing, nearly all that a dictionary of 51,000 English words has beside the word that they begin with.
	noDenials = stemsOf("debasement decadence decanter defender definite degenerate degradation deliberate delimit deliver delivery demotion denomination dependant deposit deprivation designer determination " +
		"disarray disclosure disconcert discover discovery disfigure disillusion dislocate dismember dismissive displacement disposition dissection dissolution distraction distribute " +
		"immediate immigrant immigrate imperil imposter imprison inclosure incorporate indifferent infancy inflammable inhabit inhaler injuries inspector insurer intenser invaluable investment irradiate irrespective " +
		"miscarriage misdemeanor nonentity nonsense uncle under unearth union unit unite unless unnerve unravel unrest until")
	// shortDenials are words that deny one syllable with a prefix from Latin.
	shortDenials = stemsOf("dislike distrust dismount disarm disown disprove disuse displease disjoint impure insane decouple debug derail defrost dethrone declutter misread misuse misplace mistrust mistype misfire misspell miscount discharge")
)

// deniedIn is the key of what stands behind a prefix of a word that denies; "" where there is none. The word is taken as it is written, as a stem may have lost what belongs to the prefix.
func deniedIn(t *token) string {
	if t.kind != Word && t.kind != Name && t.kind != Quoted || t.text == "" || !strings.ContainsRune("undmiUNDMI", rune(t.text[0])) {
		return ""
	}
	word := lowered(t.text)
	for _, p := range denyingPrefixes {
		rest, is := strings.CutPrefix(word, p.prefix)
		if !is || len(rest) < p.letters || noDenials[t.stem] || rolesOf[t.stem]&inGrammar != 0 {
			continue
		}
		stem := stemOf(strings.TrimPrefix(rest, "-"))
		if rolesOf[stem]&inGrammar != 0 || !shortDenials[t.stem] && vowels(strings.TrimSuffix(stem, "e")) < p.syllables || p.never != "" && strings.HasSuffix(strings.TrimSuffix(rest, "s"), p.never) {
			continue
		}
		return known().groupOf(stem)
	}
	return ""
}

// withPrefix is a row in which a "non" that is no denial of another language is one word with the one behind it: "non-blocking", "non blocking".
func withPrefix(all []token) []token {
	at := slices.IndexFunc(all, func(t token) bool { return t.stem == "non" && !t.denies })
	if at < 0 {
		return ofBoth(all)
	}
	out := all[:at]
	for i := at; i < len(all); i++ {
		t := all[i]
		if i+1 < len(all) && t.stem == "non" && !t.denies && !t.stop && all[i+1].kind == Word && all[i+1].weight > 0 {
			i++
			word := "non" + lowered(all[i].text)
			first := t.first
			t = all[i]
			t.first, t.text, t.stem, t.weight = first, "non-"+t.text, stemOf(word), ofContent
			t.key = known().groupOf(t.stem)
			t.listed, t.alone, t.denied = known().number[t.key], false, deniedIn(&t)
			t.turns = t.listed > 0 || t.denied != ""
		}
		out = append(out, t)
	}
	return ofBoth(out)
}

// ofBoth takes the denial from words whose plain form stands in the same text: what is said of members and non-members denies neither.
func ofBoth(all []token) []token {
	for i := range all {
		if denied := all[i].denied; denied != "" && hasKey(all, denied) {
			all[i].denied = ""
		}
	}
	return all
}

// vowels is how many groups of vowels a stem has, which is how many syllables.
func vowels(word string) (n int) {
	in := false
	for _, r := range word {
		is := strings.ContainsRune("aeiouyäöüàâáéèêëíîïóôúùûаеиоуыэюя", r)
		if is && !in {
			n++
		}
		in = is
	}
	return n
}
