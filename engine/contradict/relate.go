package contradict

import (
	"cmp"
	"slices"

	"asterism/engine/compare"
	"asterism/engine/store"
)

// Relation is how a new memory stands to an older one about the same thing.
type Relation string

// The relations, the most important first.
const (
	Contradicts Relation = "contradicts" // what one says the other denies, or they say the opposite, or who did it to whom
	Replaces    Relation = "updates"     // another value, name, version or time for the same thing
	Details     Relation = "details"     // all that the older one says, and more
	DetailedBy  Relation = "detailed_by" // a part of what the older one says
	Repeats     Relation = "repeats"     // the same in other words
)

var relations = []Relation{Contradicts, Replaces, Details, DetailedBy, Repeats}

// Related is a memory about the same thing as another one.
type Related struct {
	ID       store.ID
	Relation Relation // how the other stands to it
	Differs  string   // the places that differ, in words
}

// MostRelated is how many related memories are named.
const MostRelated = 3

// relationOf is the relation that a comparison tells; "" when it tells none. What differs in the identifiers alone is about another thing.
func relationOf(older, text string, r *compare.Result, told told) Relation {
	switch {
	case r.Class == compare.Negated || r.Class == compare.Contradiction || r.Class == compare.Swapped:
		return Contradicts
	case told.words != "" || updates(older, text, r) && !addsToo(older, text, r):
		return Replaces
	case r.Class == compare.Detail && r.New:
		return Details
	case r.Class == compare.Detail:
		return DetailedBy
	case r.Class == compare.Rephrased:
		return Repeats
	}
	return ""
}

// Bounds of what two texts share of which one is said to say what the other does. Below them lines that have a few words in common are taken for one another.
const (
	leastDetailed = .6
	leastRepeated = .9
)

// surely reports whether a relation that the words of two texts tell is told to somebody who stores one of them.
func surely(relation Relation, older, text string, r *compare.Result, told told) bool {
	switch relation {
	case Contradicts, Replaces:
		return saysOtherwise(older, text, r, told)
	case Repeats:
		return r.Shared >= leastRepeated
	}
	return r.Shared >= leastDetailed && !introduces(older) && !introduces(text)
}

// IsBeside reports whether it helps to show an older text with its differences beside a new one that says no change: the comparison is not one of lines that only look
// similar.
func IsBeside(older, text string, r *compare.Result) bool {
	return isBeside(older, text, r) && holdsStated(older, text, isBeside)
}

func isBeside(older, text string, r *compare.Result) bool {
	switch {
	case r.Class.Update():
		return Restates(older, text, r) || twoStatements(older, text, r)
	case r.Class == compare.Rephrased:
		return r.Shared >= leastRepeated
	}
	return r.Shared >= leastDetailed && !introduces(older) && !introduces(text)
}

// Relate names up to [MostRelated] of some memories that say something of the same thing as a new one, by their words: the most important relations first, else in their order.
func Relate(words *compare.Newer, older []*store.Memory) (out []Related) {
	text := read(words.Text())
	for _, m := range older {
		r, told := words.From(m.Content), toldBy(read(m.Content), text)
		relation := relationOf(m.Content, text.text, &r, told)
		if relation == "" || !surely(relation, m.Content, text.text, &r, told) || !holdsStated(m.Content, text.text, func(was, is string, r *compare.Result) bool {
			told := toldBy(read(was), read(is))
			return relationOf(was, is, r, told) == relation && surely(relation, was, is, r, told)
		}) {
			continue
		}
		out = append(out, Related{m.ID, relation, differs(&r, told)})
	}
	slices.SortStableFunc(out, func(a, b Related) int {
		return cmp.Compare(slices.Index(relations, a.Relation), slices.Index(relations, b.Relation))
	})
	return out[:min(MostRelated, len(out))]
}
