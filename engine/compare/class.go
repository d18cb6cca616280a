package compare

// Class is the relation of a new text to an old one.
type Class string

// The classes.
const (
	Same          Class = "same"          // the same words, apart from full stops, articles, fillers, and case that distinguishes no words; see [WordingOf]
	Rephrased     Class = "rephrased"     // the same in other words or another order
	Changed       Class = "value changed" // the same about another number, name, version, identifier, time, or one thing for another
	Negated       Class = "negated"       // one has a "not" where the other has none
	Swapped       Class = "roles swapped" // the same words, two of them exchanged: who did it to whom
	Detail        Class = "more detail"   // one says all that the other does, and more
	Contradiction Class = "contradiction" // a word and its opposite: enabled and disabled, before and after
	Different     Class = "different"     // about something else, or said entirely in other words
)

// Classes lists them.
var Classes = []Class{Same, Rephrased, Changed, Negated, Swapped, Detail, Contradiction, Different}

// Update reports whether a text of this class says something else about the same thing, so that the old text may no longer hold.
func (c Class) Update() bool {
	return c == Changed || c == Negated || c == Swapped || c == Contradiction
}

// Kind is the kind of a part of a text.
type Kind string

// The kinds.
const (
	Word       Kind = "word"
	Number     Kind = "number" // with its unit, if it has one
	Version    Kind = "version"
	Time       Kind = "time" // of day, a date, a weekday, a month
	Identifier Kind = "identifier"
	Path       Kind = "path"
	Name       Kind = "name"
	Quoted     Kind = "quoted" // a word in quotation marks or code marks
)

// Change is one place in which the texts differ.
type Change struct {
	Old, New string // as written; "" if that text has nothing in this place
	Kind     Kind
}

// Result is the relation of a new text to an old one.
type Result struct {
	Class   Class
	Changed []Change // in the order of the texts; none if the words are the same
	Shared  float64  // 0…1: twice the weight of what both have over the weight of both; 0 if they are too different to be aligned
	New     bool     // of Detail: the new text says more
}
