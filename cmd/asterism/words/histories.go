package words

import (
	"cmp"
	"fmt"
	"io"

	"asterism/mcp/answer"
)

// ShowHistory prints a history, one event after the other, the newest first.
func ShowHistory[E any](to io.Writer, h *answer.Events[E], line func(*E) string) {
	fmt.Fprintf(to, "%s since %s\n", Count(h.Total, "change"), Clock(h.KeptSince))
	for i := range h.Events {
		fmt.Fprintln(to, line(&h.Events[i]))
	}
	if h.Note != "" {
		fmt.Fprintln(to, ForPeople(h.Note, nil))
	}
	if h.Next > 0 {
		fmt.Fprintf(to, "older ones: --history=%d\n", h.Next)
	}
}

// EarlierPurpose returns a former purpose vector as a line.
func EarlierPurpose(e *answer.EarlierPurpose) string {
	aligned := "no goal"
	if e.Theta != nil {
		aligned = fmt.Sprintf("alignment %.3f", *e.Theta)
	}
	why := map[string]string{"goals": "the goals changed", "update": "the memory changed"}[e.Why]
	return fmt.Sprintf("until %s  %s, version %d: %s", Clock(e.Until), aligned, e.Version, cmp.Or(why, e.Why))
}

// WorkspaceChange returns a change of a workspace as a line.
func WorkspaceChange(e *answer.WorkspaceChange) string {
	last := ""
	if n := len(e.Members); n > 0 {
		last = ", last " + e.Members[n-1].String()
	}
	return fmt.Sprintf("%s  %s, C %.2f, %s in mind%s", Clock(e.At), e.State, e.C, Memories(len(e.Members)), last)
}

// GoalChange returns a change of goals, a line for each goal.
func GoalChange(e *answer.GoalChange) string {
	out := ""
	for _, part := range []struct {
		did   string
		goals []answer.PastGoal
	}{{"added", e.Added}, {"removed", e.Removed}, {"changed", e.Changed}} {
		for _, g := range part.goals {
			if out != "" {
				out += "\n"
			}
			out += fmt.Sprintf("%s  %-7s %s, weight %g: %s (%s)", Clock(e.At), part.did, g.Level, g.Weight, Snippet(g.Description, 100), g.ID)
		}
	}
	return out
}
