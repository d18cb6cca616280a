package models

import "slices"

// Set is a set of spaces, one bit each.
type Set uint16

// All holds every space.
const All Set = 1<<Count - 1

// SetOf returns the set of the given spaces.
func SetOf(spaces ...Space) Set {
	var s Set
	for _, v := range spaces {
		s |= 1 << v
	}
	return s
}

// Has reports whether v is in s.
func (s Set) Has(v Space) bool { return s>>v&1 == 1 }

// With returns s and v.
func (s Set) With(v Space) Set { return s | 1<<v }

// Without returns s less the spaces of o.
func (s Set) Without(o Set) Set { return s &^ o }

// Spaces lists the members in order.
func (s Set) Spaces() []Space {
	var out []Space
	for v := Space(0); int(v) < Count; v++ {
		if s.Has(v) {
			out = append(out, v)
		}
	}
	return out
}

// Codes lists the members' codes in order.
func (s Set) Codes() (out []string) {
	for _, v := range s.Spaces() {
		out = append(out, v.Code())
	}
	return out
}

// OfOrigin returns the set of the spaces whose values come about in the given way.
func OfOrigin(o Origin) Set {
	var s Set
	for i, c := range Catalog {
		if c.Origin == o {
			s = s.With(Space(i))
		}
	}
	return s
}

// OfKind returns the set of the spaces whose values have one of the given shapes.
func OfKind(kinds ...Kind) Set {
	var s Set
	for i := range Catalog {
		if slices.Contains(kinds, Catalog[i].Kind) {
			s = s.With(Space(i))
		}
	}
	return s
}

// OfEvidence returns the set of the spaces that are one kind of evidence.
func OfEvidence(e Evidence) Set {
	var s Set
	for i := range Catalog {
		if Catalog[i].Evidence == e {
			s = s.With(Space(i))
		}
	}
	return s
}
