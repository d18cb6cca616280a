package aims

import (
	"asterism/engine/compare"
	"asterism/engine/purpose"
)

// sameWording reports whether two descriptions are the same but for what changes nothing about what they say.
func sameWording(a, b string) bool {
	return a == b || compare.WordingOf("text", a) == compare.WordingOf("text", b) && compare.WordKey("text", a) != 0
}

// compare finds the first goal that a new one contradicts, either way round, and the first that says the same in other words. It compares words.
func (s *GoalSet) compare(others []*purpose.Tree) {
	for _, t := range others {
		if t.ID == s.Goal.ID {
			continue
		}
		differs, against := compare.Against(t.Description, s.Goal.Description)
		if !against {
			differs, against = compare.Against(s.Goal.Description, t.Description)
		}
		switch {
		case against && s.Against == nil:
			other := t.Goal
			s.Against, s.Differs = &other, differs
		case !against && s.Like == nil:
			if class := compare.Texts(t.Description, s.Goal.Description).Class; class == compare.Same || class == compare.Rephrased {
				other := t.Goal
				s.Like = &other
			}
		}
	}
}
