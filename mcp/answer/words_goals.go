package answer

import (
	"fmt"
	"strings"
)

// The most characters of a goal's description in the text: in a list, and if the goal itself was requested.
const (
	goalInList = 240
	goalAlone  = 160
	goalBeside = 40 // and of how another goal differs from a new one
)

// words returns a goal with its short id.
func (g *Goal) words(most int) string {
	return fmt.Sprintf("%s %s: %s", shortOf(g.ID), strings.ReplaceAll(g.Level, "_", " "), cut(g.Description, most))
}

// Words returns the tree of goals, one a line, children below their parent.
func (g Goals) Words() string {
	if len(g.Goals) == 0 {
		return "No goals: set one with set_north_star.\n" + g.History.words(GoalChange.words)
	}
	var b strings.Builder
	below, known := map[string][]*Goal{}, map[string]bool{}
	for i := range g.Goals {
		known[g.Goals[i].ID] = true
	}
	for i := range g.Goals {
		parent := ""
		if p := g.Goals[i].ParentID; p != nil && known[*p] {
			parent = *p
		}
		below[parent] = append(below[parent], &g.Goals[i])
	}
	var tell func(parent, indent string)
	tell = func(parent, indent string) {
		for _, goal := range below[parent] {
			fmt.Fprintf(&b, "%s%s\n", indent, goal.words(goalInList))
			tell(goal.ID, indent+" ")
		}
	}
	tell("", "")
	b.WriteString(g.Alignment.words())
	return b.String() + g.History.words(GoalChange.words)
}

// words says how many memories are not measured against the goals; empty if all are.
func (a Alignment) words() string {
	switch {
	case a.Measured >= a.Memories:
		return ""
	case a.Running:
		return fmt.Sprintf("%d of %s measured against them, the rest is being measured.\n", a.Measured, count(a.Memories, "memory", "memories"))
	}
	return fmt.Sprintf("%d of %s measured against them.\n", a.Measured, count(a.Memories, "memory", "memories"))
}

// words describes a change of goals.
func (c GoalChange) words() string {
	var did []string
	for _, part := range []struct {
		verb  string
		goals []PastGoal
	}{{"added", c.Added}, {"removed", c.Removed}, {"changed", c.Changed}} {
		for _, g := range part.goals {
			did = append(did, fmt.Sprintf("%s %s %s", part.verb, named(g.ID), beginning(g.Description)))
		}
	}
	return minute(c.At) + " " + strings.Join(did, "; ")
}

// Words says which goal was set, what it replaced, and which other goal it contradicts or repeats.
func (s GoalSet) Words() string {
	var b strings.Builder
	switch {
	case s.Unchanged:
		fmt.Fprintf(&b, "%s was set already; nothing was changed.\n", shortOf(s.Goal.ID))
	case s.Replaced != nil:
		fmt.Fprintf(&b, "Set as %s in place of %s.", shortOf(s.Goal.ID), shortOf(s.Replaced.ID))
	default:
		fmt.Fprintf(&b, "Set as %s.", shortOf(s.Goal.ID))
	}
	if !s.Unchanged {
		b.WriteString(underWay(s.Aligning))
	}
	if a := s.against; a != "" {
		fmt.Fprintf(&b, "It contradicts %s: remove or reword one.\n", a)
	}
	if l := s.like; l != "" {
		fmt.Fprintf(&b, "It says the same as %s: remove one.\n", l)
	}
	return b.String()
}

// Words says which goals were removed.
func (g GoalsRemoved) Words() string {
	var gone []string
	for i := range g.Removed[:min(shownRemoved, len(g.Removed))] {
		gone = append(gone, unended(g.Removed[i].words(goalInList)))
	}
	out := "Removed " + strings.Join(gone, "; ")
	if more := len(g.Removed) - len(gone); more > 0 {
		out += fmt.Sprintf("; and %d more below", more)
	}
	return out + "." + underWay(g.Aligning)
}

// shownRemoved is how many removed goals the text names.
const shownRemoved = 5

// underWay returns the end of a line, with the number of memories that are aligned again.
func underWay(memories int) string {
	if memories == 0 {
		return "\n"
	}
	return fmt.Sprintf(" Realigning %s in the background.\n", count(memories, "memory", "memories"))
}
