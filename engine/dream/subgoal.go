package dream

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/google/uuid"
)

const (
	// keptTerms is how many phrases describe a goal.
	keptTerms = 8
	// doubt is how many members at cohesion ½ a cluster is weighed against.
	doubt = 5
	// A goal with at least strategicShare of the memories looked at is strategic, one with at least tacticalShare tactical.
	strategicShare = .20
	tacticalShare  = .05
)

// Confidence is from cohesion and size, in [0,1]: 2·c − 1, where c is the cohesion averaged with five members at ½, which is what memories thrown
// together have. So 20 memories of cohesion .9 give .64, five of them .40.
func Confidence(cohesion float64, size int) float64 {
	c := (float64(size)*cohesion + doubt*.5) / (float64(size) + doubt)
	return math.Max(0, 2*c-1)
}

// SuggestLevel is the level of a goal that so many of the memories looked at are about.
func SuggestLevel(size, of int) string {
	switch share := float64(size) / float64(of); {
	case share >= strategicShare:
		return "strategic"
	case share >= tacticalShare:
		return "tactical"
	}
	return "immediate"
}

// Goals makes a goal of each of the clusters, most confident first, ties by the central memory's id. Class i of terms is cluster i; ids are
// those of the rows.
func Goals(clusters []Cluster, terms *Terms, ids []uuid.UUID) []SubGoal {
	var out []SubGoal
	for i, k := range clusters {
		g := SubGoal{
			Terms: terms.Most(i, keptTerms), Cohesion: k.Cohesion, Confidence: Confidence(k.Cohesion, len(k.Rows)),
			Level: SuggestLevel(len(k.Rows), len(ids)), Central: ids[k.Central],
		}
		g.wordless = terms.says[i] == 0
		g.Name = strings.Join(terms.Names(i), ", ")
		for _, row := range k.Rows {
			g.Members = append(g.Members, ids[row])
		}
		out = append(out, g)
	}
	slices.SortStableFunc(out, func(a, b SubGoal) int {
		return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), strings.Compare(string(a.Central[:]), string(b.Central[:])))
	})
	return out
}
