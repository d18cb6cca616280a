// Package pairs answers: with which pairs of texts is the comparison evaluated?
//
// They are ours: 400 pairs of an old text and a new one, with the class that a person would give. The held-out half was written before the comparer, but by the
// same author, who knew it when writing the lists of words. Only the development half was used to tune the comparer.
package pairs

import (
	_ "embed" // the pairs
	"strings"
)

//go:embed development.tsv
var development string

//go:embed heldout.tsv
var heldOut string

// Pair is an old text and a new one.
type Pair struct {
	Class    string // as the comparison calls it: "value changed"
	Old, New string
}

// Development are the pairs that the comparer was tuned on, HeldOut the others: each has 25 of each class.
func Development() []Pair { return Parse(development) }

// HeldOut are the pairs that were written first and were not used to tune the comparer.
func HeldOut() []Pair { return Parse(heldOut) }

// shortClasses are the names of the classes in the files.
var shortClasses = map[string]string{"value": "value changed", "swapped": "roles swapped", "detail": "more detail"}

// Parse reads lines of a class, an old and a new text, separated by tabs. It panics on any other line, which is an error in one of our files.
func Parse(lines string) (out []Pair) {
	for line := range strings.Lines(lines) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) != 3 {
			panic("pairs: not a class and two texts: " + line)
		}
		class := fields[0]
		if long := shortClasses[class]; long != "" {
			class = long
		}
		out = append(out, Pair{class, fields[1], fields[2]})
	}
	return out
}
