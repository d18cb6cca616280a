package contradict

import (
	"cmp"
	"slices"

	"asterism/engine/compare"
	"asterism/engine/store"
)

// Relation is the relation of a new memory to an older one about the same thing.
type Relation string

// The relations, the most important first.
const (
	Contradicts Relation = "contradicts" // one denies the other, states the opposite, or swaps who does it to whom
	Replaces    Relation = "updates"     // another value, name, version or time for the same thing
	Details     Relation = "details"     // all that the older one says, and more
	DetailedBy  Relation = "detailed_by" // a part of what the older one says
	Repeats     Relation = "repeats"     // the same in other words
)

var relations = []Relation{Contradicts, Replaces, Details, DetailedBy, Repeats}

// Related is a memory about the same thing as another one.
type Related struct {
	ID       store.ID
	Relation Relation // of the new memory to this one
	Differs  string   // the places that differ, in words
}

// MostRelated is the largest number of related memories that are returned.
const MostRelated = 3

// relationOf returns the relation that a comparison shows; "" for none. Texts that differ in identifiers only are about different things.
func relationOf(older, text string, r *compare.Result, reported reported) Relation {
	switch {
	case r.Class == compare.Negated || r.Class == compare.Contradiction || r.Class == compare.Swapped:
		return Contradicts
	case reported.words != "" || updates(older, text, r) && !addsToo(older, text, r):
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

// Bounds of the share that two texts have in common if one details or repeats the other. Below them, lines that merely share a few words are taken for the same.
const (
	leastDetailed = .6
	leastRepeated = .9
)

// surely reports whether a relation is sure enough to be reported to the caller who stores one of the texts.
func surely(relation Relation, older, text string, r *compare.Result, reported reported) bool {
	switch relation {
	case Contradicts, Replaces:
		return saysOtherwise(older, text, r, reported)
	case Repeats:
		return r.Shared >= leastRepeated
	}
	return r.Shared >= leastDetailed && !introduces(older) && !introduces(text)
}

// IsBeside reports whether an older text that the new one does not change should be shown with its differences: the two do not merely
// look similar.
func IsBeside(older, text string, r *compare.Result) bool {
	return isBeside(older, text, r) && holdsForStated(older, text, isBeside)
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

// Relate returns up to [MostRelated] memories that are about the same thing as a new one, by their words: the most important relations first, and the given order within a relation.
func Relate(words *compare.Newer, older []*store.Memory) (out []Related) {
	text := read(words.Text())
	for _, m := range older {
		r, reported := words.From(m.Content), reportedBy(read(m.Content), text)
		relation := relationOf(m.Content, text.text, &r, reported)
		if relation == "" || !surely(relation, m.Content, text.text, &r, reported) || !holdsForStated(m.Content, text.text, func(was, is string, r *compare.Result) bool {
			reported := reportedBy(read(was), read(is))
			return relationOf(was, is, r, reported) == relation && surely(relation, was, is, r, reported)
		}) {
			continue
		}
		out = append(out, Related{m.ID, relation, differs(&r, reported)})
	}
	slices.SortStableFunc(out, func(a, b Related) int {
		return cmp.Compare(slices.Index(relations, a.Relation), slices.Index(relations, b.Relation))
	})
	return out[:min(MostRelated, len(out))]
}
