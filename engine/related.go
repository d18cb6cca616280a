package engine

import (
	"cmp"
	"slices"

	"asterism/engine/compare"
	"asterism/engine/contradict"
	"asterism/engine/store"
)

// Relation is how a new memory stands to an older one about the same thing.
type Relation string

// The relations, the most important first.
const (
	Contradicts Relation = "contradicts" // what one says the other denies, or they say the opposite, or who did it to whom
	Updates     Relation = "updates"     // another value, name, version or time for the same thing
	Details     Relation = "details"     // all that the older one says, and more
	DetailedBy  Relation = "detailed_by" // a part of what the older one says
	Repeats     Relation = "repeats"     // the same in other words
)

var relations = []Relation{Contradicts, Updates, Details, DetailedBy, Repeats}

// Related is a memory about the same thing as the one that was stored.
type Related struct {
	ID       store.ID
	Relation Relation // how the stored one stands to it
	Differs  string   // the places that differ, in words
}

const (
	mostRelated  = 3
	relatedAmong = 8 // nearest memories that are compared for it
)

// relationOf is the relation that a comparison tells; "" when it tells none. What differs in the identifiers alone is about another thing.
func relationOf(r *compare.Result) Relation {
	switch {
	case r.Class == compare.Negated || r.Class == compare.Contradiction || r.Class == compare.Swapped:
		return Contradicts
	case contradict.Updates(r):
		return Updates
	case r.Class == compare.Detail && r.New:
		return Details
	case r.Class == compare.Detail:
		return DetailedBy
	case r.Class == compare.Rephrased:
		return Repeats
	}
	return ""
}

// relate names the memories among the nearest that say something of the same thing: the most important relations first, then the nearest.
func relate(m *store.Memory, words *compare.Newer, near []nearMemory) (out []Related) {
	if len(m.Content) > longestOffers {
		return nil
	}
	for _, old := range near[:min(relatedAmong, len(near))] {
		if old.Memory == nil || len(old.Content) > longestOffers {
			continue
		}
		r := words.From(old.Content)
		if relation := relationOf(&r); relation != "" {
			out = append(out, Related{old.ID, relation, r.Words()})
		}
	}
	slices.SortStableFunc(out, func(a, b Related) int {
		return cmp.Compare(slices.Index(relations, a.Relation), slices.Index(relations, b.Relation))
	})
	return out[:min(mostRelated, len(out))]
}
