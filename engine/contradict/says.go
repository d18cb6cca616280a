package contradict

import (
	"slices"
	"strings"
	"unicode"

	"asterism/engine/pattern"
)

// The words by which a text says that something changed. This file alone lists them.
var (
	// plainSigns say little else.
	plainSigns = []string{"no longer", "anymore", "any more", "moved", "replaced", "replaces", "took over", "taken over", "takes over", "switched", "migrated", "changed", "renamed", "raised", "lowered",
		"increased", "reduced", "became", "went from", "went back", "went on", "stepped down", "resigned", "retired", "stopped using", "from now on"} // of leaving those that are said of little else
	// comparing says as often what is better than what.
	comparing = []string{"instead of"}
	// vanishing is said of what is there no more, and absent of somebody who may come back.
	vanishing = []string{"gone", "removed", "dropped", "abolished", "discontinued", "scrapped", "dissolved", "retired", "banned", "switched off", "turned off", "shut down", "closed down"}
	absent    = []string{"ill", "sick", "away", "on leave", "on sick leave", "on maternity leave", "on parental leave", "on holiday", "on vacation"}
	// leaving is said of somebody who gives something up.
	leaving = []string{"stepped down", "retired", "resigned", "quit", "dropped out", "gave up"}
	// otherSigns say other things as well: [Told] looks for what they change.
	otherSigns = slices.Concat([]string{"moves", "cut", "bumped", "upgraded", "downgraded", "extended", "shortened", "doubled", "halved", "postponed", "rescheduled", "slipped", "reversed", "as of", "starting", "now", "left", "quit", "dropped out", "gave up"},
		each("has have was were is are been be", slices.Concat(vanishing, absent, []string{"rescheduled", "postponed", "delayed"})),
		each("goes go went going", []string{"up", "down", "from", "back"}),
		each("rises rose drops dropped grew grows fell falls", []string{"to", "from"}))
	// wideSigns are those of many texts: they count where a question asks for what is current.
	wideSigns = []string{"now", "since", "new", "as of", "belong to", "belongs to"}
)

var (
	plain = signsOf(plainSigns, comparing)
	every = signsOf(plainSigns, otherSigns)
	wide  = signsOf(wideSigns)
	// leftAs is a sign beside those of plain.
	leftAs = pattern.New(`(?i)\bleft[;,.]`)
	// shifted is how a text says so by any verb: "the game was ported from Unity to Godot".
	shifted = pattern.New(`(?i)\b(?:was|were|been|we|we've|has|have) [a-z]+ed (?:[\pL'-]+ ){0,3}from [^,;.:]+ to `)
	// gains is how a text says that a thing has something more: "now has a trailer". nowHas says so of anything.
	gains  = pattern.New(`(?i)\b(?:now (?:has|have|gets?) an? |now also|too[.!]?$)`)
	nowHas = pattern.New(`(?i)\bnow (?:has|have|gets?|shows?|covers?|includes?)\b`)
)

// changes reports whether a text says by words for little else that something changed.
func changes(text string) bool { return plain.in(text) || leftAs.MatchString(text) }

// tells reports whether a text may say that something changed.
func tells(text string) bool {
	return every.in(text) || strings.Contains(text, " from ") && shifted.MatchString(text)
}

// each is every one of some words before each of some phrases.
func each(words string, phrases []string) (out []string) {
	for word := range strings.FieldsSeq(words) {
		for _, phrase := range phrases {
			out = append(out, word+" "+phrase)
		}
	}
	return out
}

// signs are phrases, by their first word: the words that follow.
type signs map[string][][]string

func signsOf(lists ...[]string) signs {
	out := signs{}
	for _, phrase := range slices.Concat(lists...) {
		f := strings.Fields(phrase)
		out[f[0]] = append(out[f[0]], f[1:])
	}
	return out
}

// in reports whether a text has one of the phrases.
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
