package path

import (
	"fmt"
	"slices"
	"strings"

	"asterism/engine/contradict"
)

// UnreadNote explains what was left out of an answer that is Unread.
const UnreadNote = "The models do not read the language of one of the two memories, so only links were followed, not similarity."

// relationNotes explain how two ends are related that are not cause and effect.
var relationNotes = map[contradict.Relation]string{
	contradict.Contradicts: "They make different statements about the same thing, so neither is taken for the cause of the other.",
	contradict.Replaces:    "They make different statements about the same thing, so neither is taken for the cause of the other.",
	contradict.Details:     "One says all that the other does, and more, so neither is taken for the cause of the other.",
	contradict.DetailedBy:  "One says all that the other does, and more, so neither is taken for the cause of the other.",
	contradict.Repeats:     "They say the same, so neither is taken for the cause of the other.",
	contradict.Parallel:    "They make similar statements about two things, so neither is taken for the cause of the other.",
}

// Summary describes the result in a sentence or two: what was found or not found, and
// possible reasons.
func (p *Answer) Summary() string {
	var said []string
	if n := len(p.Hops); n > 0 {
		said = append(said, fmt.Sprintf("Path of %s (%s), score %.3f%s.", count(n, "hop"), p.Type, p.Score, p.directed()))
	} else if p.Reverse != nil && p.Reverse.Direction == Forward {
		said = append(said, fmt.Sprintf("No path within %s (%s) in which causes come before their effects.", count(p.MaxHops, "hop"), p.Type))
	} else {
		said = append(said, fmt.Sprintf("No path within %s (%s) of score %g or more.", count(p.MaxHops, "hop"), p.Type, LeastScore))
	}
	if note := relationNotes[p.Relation]; note != "" && p.Type != Semantic {
		said = append(said, note)
	}
	if p.Unread {
		said = append(said, UnreadNote)
	}
	if !p.Complete {
		said = append(said, fmt.Sprintf("The search stopped after the neighbours of %d memories, its limit: there may be a better path.", p.Searched))
	}
	if p.Reverse != nil {
		said = append(said, fmt.Sprintf("There is a path in the other direction, of %s, score %.3f%s.", count(len(p.Reverse.Hops), "hop"), p.Reverse.Score, p.Reverse.directed()))
	}
	if len(p.Namespaces) > 1 {
		said = append(said, "The two memories are in different namespaces; "+strings.Join(p.Namespaces, " and ")+" were searched.")
	}
	return strings.Join(said, " ")
}

// directed describes what is known about the direction.
func (r *Route) directed() string {
	switch r.Direction {
	case Forward:
		return fmt.Sprintf("; from cause to effect with a chance of %.2f", r.Chance)
	case Backward:
		linked := ""
		if r.byLinks() {
			linked = "linked, and "
		}
		return fmt.Sprintf("; %srather from effect to cause (%.2f)", linked, 1-r.Chance)
	case Unknown:
		if r.byLinks() {
			return "; linked, direction unknown"
		}
		return "; by causal similarity, without links; direction unknown"
	}
	return ""
}

// byLinks reports whether some hop is a link.
func (r *Route) byLinks() bool {
	return slices.ContainsFunc(r.Hops, func(h Step) bool { return h.By == HopLink })
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
