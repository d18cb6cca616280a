package compare

import (
	"slices"
	"strings"
)

// A denying prefix makes a word the opposite of the rest of it: pinned, unpinned. It counts only if the other text has the rest. So "deploy" does not deny "ploy", which no text has, but
// "design" would deny "sign". Such words are excluded by their form where possible, and otherwise by a list.

// denyingPrefix is a prefix that denies.
type denyingPrefix struct {
	prefix    string
	letters   int    // least letters of the rest
	syllables int    // least groups of vowels of the rest
	never     string // an ending of words in which it is no prefix: "information"
}

// "un" denies words of any length. The others came from Latin and hardly ever deny a word of one syllable: inform, import, invoice, deploy, deliver, design, default, display, discount,
// dispatch, mistake.
var denyingPrefixes = []denyingPrefix{{"un", 3, 1, ""}, {"non", 3, 1, ""}, {"dis", 4, 2, ""}, {"de", 4, 2, ""}, {"mis", 4, 2, ""}, {"in", 4, 2, "ion"}, {"im", 4, 2, "ion"}, {"il", 4, 2, "ion"}, {"ir", 4, 2, "ion"}}

var (
	// noDenials are words that have the form and deny nothing. They are nearly all of those in a dictionary of 51,000 English words that also has the rest of the word.
	noDenials = stemsOf("debasement decadence decanter defender definite degenerate degradation deliberate delimit deliver delivery demotion denomination dependant deposit deprivation designer determination " +
		"disarray disclosure disconcert discover discovery disfigure disillusion dislocate dismember dismissive displacement disposition dissection dissolution distraction distribute " +
		"immediate immigrant immigrate imperil imposter imprison inclosure incorporate indifferent infancy inflammable inhabit inhaler injuries inspector insurer intenser invaluable investment irradiate irrespective " +
		"miscarriage misdemeanor nonentity nonsense uncle under unearth union unit unite unless unnerve unravel unrest until")
	// shortDenials are denials of one syllable with a prefix from Latin.
	shortDenials = stemsOf("dislike distrust dismount disarm disown disprove disuse displease disjoint impure insane decouple debug derail defrost dethrone declutter misread misuse misplace mistrust mistype misfire misspell miscount discharge")
)

// deniedIn returns the key of the rest of a word behind a denying prefix; "" if there is none. It uses the word as written, since a stem may have lost a part of it.
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

// withPrefix returns a sequence in which "non" and the next word are one word, unless "non" is a negation of another language: "non-blocking", "non blocking".
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

// ofBoth removes the denial from words whose plain form is in the same text: a statement about members and non-members denies neither.
func ofBoth(all []token) []token {
	for i := range all {
		if denied := all[i].denied; denied != "" && hasKey(all, denied) {
			all[i].denied = ""
		}
	}
	return all
}

// vowels returns the number of groups of vowels of a word, which approximates its syllables.
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
