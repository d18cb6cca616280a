package contradict

import (
	"slices"
	"strings"
	"unicode"

	"asterism/engine/pattern"
)

// The words by which a text says that something changed. Only this file lists them.
var (
	// plainSigns have hardly another meaning.
	plainSigns = []string{"no longer", "anymore", "any more", "moved", "replaced", "replaces", "took over", "taken over", "takes over", "switched", "migrated", "changed", "renamed", "raised", "lowered",
		"increased", "reduced", "became", "went from", "went back", "went on", "stepped down", "resigned", "retired", "stopped using", "from now on"} // and the phrases of leaving that have hardly another meaning
	// comparing compares two things as often as it reports a change.
	comparing = []string{"instead of"}
	// vanishing is said of a thing that no longer exists, and absent of a person who may come back.
	vanishing = []string{"gone", "removed", "dropped", "abolished", "discontinued", "scrapped", "dissolved", "retired", "banned", "switched off", "turned off", "shut down", "closed down"}
	absent    = []string{"ill", "sick", "away", "on leave", "on sick leave", "on maternity leave", "on parental leave", "on holiday", "on vacation"}
	// leaving is said of a person who gives something up.
	leaving = []string{"stepped down", "retired", "resigned", "quit", "dropped out", "gave up"}
	// otherSigns have other meanings, too: [Told] checks what they change.
	otherSigns = slices.Concat([]string{"moves", "cut", "bumped", "upgraded", "downgraded", "extended", "shortened", "doubled", "halved", "postponed", "rescheduled", "slipped", "reversed", "as of", "starting", "now", "left", "quit", "dropped out", "gave up"},
		each("has have was were is are been be", slices.Concat(vanishing, absent, []string{"rescheduled", "postponed", "delayed"})),
		each("goes go went going", []string{"up", "down", "from", "back"}),
		each("rises rose drops dropped grew grows fell falls", []string{"to", "from"}))
	// wideSigns are very common: they count only if a question asks for what is current.
	wideSigns = []string{"now", "since", "new", "as of", "belong to", "belongs to"}
)

var (
	plain = signsOf(plainSigns, comparing)
	every = signsOf(plainSigns, otherSigns)
	wide  = signsOf(wideSigns)
	// leftAs belongs to plain, but needs the punctuation.
	leftAs = pattern.New(`(?i)\bleft[;,.]`)
	// shifted reports a change by any verb: "the game was ported from Unity to Godot".
	shifted = pattern.New(`(?i)\b(?:was|were|been|we|we've|has|have) [a-z]+ed (?:[\pL'-]+ ){0,3}from [^,;.:]+ to `)
	// gains says that a thing has something more: "now has a trailer". nowHas also matches without an article.
	gains  = pattern.New(`(?i)\b(?:now (?:has|have|gets?) an? |now also|too[.!]?$)`)
	nowHas = pattern.New(`(?i)\bnow (?:has|have|gets?|shows?|covers?|includes?)\b`)
)

// changes reports whether a text says that something changed, by words with hardly another meaning.
func changes(text string) bool { return plain.in(text) || leftAs.MatchString(text) }

// mayReportChange reports whether a text may say that something changed.
func mayReportChange(text string) bool {
	return every.in(text) || strings.Contains(text, " from ") && shifted.MatchString(text)
}

// each returns every combination of one of the words with one of the phrases behind it.
func each(words string, phrases []string) (out []string) {
	for word := range strings.FieldsSeq(words) {
		for _, phrase := range phrases {
			out = append(out, word+" "+phrase)
		}
	}
	return out
}

// signs are phrases: from the first word to the words that may follow.
type signs map[string][][]string

func signsOf(lists ...[]string) signs {
	out := signs{}
	for _, phrase := range slices.Concat(lists...) {
		f := strings.Fields(phrase)
		out[f[0]] = append(out[f[0]], f[1:])
	}
	return out
}

// in reports whether a text contains one of the phrases.
func (s signs) in(text string) bool {
	all := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' })
	for i, word := range all {
		for _, rest := range s[word] {
			if len(all)-i > len(rest) && slices.Equal(all[i+1:i+1+len(rest)], rest) {
				return true
			}
		}
	}
	return false
}
