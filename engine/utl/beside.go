package utl

// Beside is what a memory says beside its nearest neighbour, by a comparison of their words. Vectors do not show it: a sentence with another number lies nearer to the old
// one than a paraphrase of it does.
type Beside uint8

// What a memory may say.
const (
	NotCompared Beside = iota // nothing near, or its nearest is about something else: the distances alone count
	Copied                    // the same words
	Reworded                  // the same in other words, or a part of it
	Detailed                  // the same, and more
	Updated                   // something else about the same thing: another value, the opposite, other roles
)

// entropy moves a mean surprise into the range of what is said, without changing the order within it: a copy has at most .05, a rewording .3, a detail .3….7, an update at
// least .98: it takes away what was held and brings something else, so it is newer than most new facts, which take nothing away.
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
