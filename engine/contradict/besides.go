package contradict

import (
	"slices"
	"strings"
)

// leastCovered is the least share of a sentence's topic words that a newer text contains if it is about that sentence.
const leastCovered = .5

// Besides returns the sentences of an older text that a newer, differing text is not about: with "Anna left", "Jorge owns search" of "Anna owns billing; Jorge owns search". They
// are lost if the whole older text is replaced. It returns "" if there are none, or if the newer text shares too few words to show which sentence it is about.
func Besides(older, text string) string {
	all, has := slices.Collect(sentences(older)), allStems(text)
	var rest []string
	for _, s := range all {
		if named := topic(s); len(named) > 0 && known(named, has) < leastCovered*float64(len(named)) {
			rest = append(rest, strings.TrimRight(strings.TrimSpace(s), ".;!?"))
		}
	}
	if len(rest) == len(all) {
		return ""
	}
	return strings.Join(rest, "; ")
}
