package stress

import (
	"fmt"
	"slices"
)

// text is what note n of a round says, the same in every process.
func text(round, n int) string {
	return fmt.Sprintf("note %d of round %d: courier %d brings the parcel to depot %d", n, round, n%97, n%31)
}

// arguments are those of the tool for note n. Every field has a value of its own, so that half a memory is seen.
func arguments(round, n int) map[string]any {
	return map[string]any{"content": text(round, n), "rationale": reason(n), "session_id": session(n), "tags": tags(n)}
}

func reason(n int) string  { return fmt.Sprintf("stress %d", n) }
func session(n int) string { return fmt.Sprintf("writer %d", n%64) }
func tags(n int) []string  { return []string{fmt.Sprintf("t%d", n%10)} }

// whole returns what a stored memory lacks of note n; empty: nothing.
func (m *kept) whole(round, n int) string {
	switch {
	case m.Content != text(round, n):
		return fmt.Sprintf("its text is %q", m.Content)
	case m.Rationale != reason(n):
		return fmt.Sprintf("its reason is %q", m.Rationale)
	case m.SessionID != session(n):
		return fmt.Sprintf("its session is %q", m.SessionID)
	case !slices.Equal(m.Tags, tags(n)):
		return fmt.Sprintf("its tags are %q", m.Tags)
	}
	return ""
}

// shares are the notes that each client sends: all notes in turn.
func shares(notes []int, clients int) [][]int {
	out := make([][]int, clients)
	for i, n := range notes {
		out[i%clients] = append(out[i%clients], n)
	}
	return out
}
