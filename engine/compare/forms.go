package compare

import "strings"

// longForm returns a contraction written out, nil for other words: isn't is "is not", it's "it is", cannot "can not". 's is written out only behind pronouns; behind a
// noun it may be a genitive. The word must be in lower case, with plain apostrophes.
func longForm(word string) []string {
	if word != "cannot" && strings.IndexByte(word, '\'') < 0 { // as nearly all words
		return nil
	}
	if long := irregularForms[word]; long != nil {
		return long
	}
	if verb, ok := strings.CutSuffix(word, "n't"); ok && verb != "" {
		return []string{verb, "not"}
	}
	for suffix, verb := range shortVerbs {
		if subject, ok := strings.CutSuffix(word, suffix); ok && pronouns[subject] {
			return []string{subject, verb}
		}
	}
	return nil
}

var irregularForms = map[string][]string{"cannot": {"can", "not"}, "can't": {"can", "not"}, "won't": {"will", "not"}, "shan't": {"shall", "not"}, "let's": {"let", "us"}}

var shortVerbs = map[string]string{"'s": "is", "'re": "are", "'m": "am", "'ve": "have", "'ll": "will"}

var pronouns = setOf("i you he she it we they that there this here what who where")

// setOf returns the set of the words of a string.
func setOf(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// stemsOf is setOf, with the stems of the words added.
func stemsOf(words string) map[string]bool {
	out := setOf(words)
	for w := range setOf(words) {
		out[stemOf(w)] = true
	}
	return out
}

// units may directly follow a number.
var units = setOf("% ms s sec secs min mins h hr hrs d kb mb gb tb pb kib mib gib tib b g kg mg t lb oz m cm mm km mi ft l ml cl w kw mw v mv a hz khz mhz ghz k x px em pt " +
	"millisecond milliseconds kilobyte kilobytes megabyte megabytes gigabyte gigabytes second seconds minute minutes hour hours day days week weeks month months year years am pm € $ £ ¥ usd eur gbp euro euros dollar dollars byte bytes bit bits percent degrees °c °f")

// lowered returns a text in lower case. The Greek final sigma becomes a normal one.
func lowered(s string) string { return strings.ReplaceAll(strings.ToLower(s), "ς", "σ") }

// goesAway reports whether a "left" is a form of "leave" and not a side, by the words next to it.
func goesAway(all []token, i int) bool {
	if i == 0 || sideways[all[i-1].stem] {
		return false
	}
	return all[i].stop || i == len(all)-1 || leftBehind[all[i+1].stem]
}

var (
	sideways   = setOf("the a to on at from and or its turn go keep click swipe top bottom upper lower move scroll align float far is are be")
	leftBehind = setOf("the our us in on for after and last at because")
)

// atWork reports whether a "work" means an activity, as in "works on the parser", and not that something functions.
func atWork(all []token, i int) bool {
	return i+2 < len(all) && (all[i+1].stem == "on" || all[i+1].stem == "at") && ours[all[i+2].stem]
}

var ours = setOf("the a an our my your his her their this that")
