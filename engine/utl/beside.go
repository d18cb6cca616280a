package utl

// Beside is how a memory differs from its nearest neighbour, by a comparison of their words. Vectors do not show it: a sentence with another number is nearer to the old
// one than a paraphrase of it is.
type Beside uint8

// The values of Beside.
const (
	NotCompared Beside = iota // nothing is near, or the nearest is about something else: only the distances count
	Copied                    // has the same words
	Reworded                  // says the same in other words, or a part of it
	Detailed                  // says the same, and more
	Updated                   // says something else about the same thing: another value, the opposite, other roles
)

// entropy maps a mean surprise into the range of the kind, and keeps the order within it. A copy has at most .05, a rewording .3, a detail .3….7, and an update at
// least .98. An update replaces what was stored and adds something else, so it is newer than most new facts, which replace nothing.
func (b Beside) entropy(mean float64) float64 {
	switch b {
	case Copied:
		return .05 * mean
	case Reworded:
		return .3 * mean
	case Detailed:
		return .3 + .4*mean
	case Updated:
		return .98 + .02*mean
	}
	return mean
}
