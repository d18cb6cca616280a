package contradict

import (
	"slices"
	"strings"
)

// leastCovered is the share of a sentence's telling words that a newer text has, from which on the newer text is taken to be about it.
const leastCovered = .5

// Besides are the sentences of an older text that a newer one, which says otherwise, is not about: "Jorge owns search" of "Anna owns billing; Jorge owns search", where Anna left. Whoever replaces
// the whole older text loses them. "": there are none, or the newer text has too few of its words to tell which sentence it is about.
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
