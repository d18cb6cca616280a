package stress

import (
	"fmt"
	"strings"
	"testing"
)

// all are the memories of a round in which nothing is wrong, and what clients know of them.
func all(n int) (there []kept, known ledger) {
	known = ledger{}
	for i := range n {
		id := fmt.Sprint("id-", i)
		there = append(there, kept{ID: id, Content: text(3, i), Rationale: reason(i), SessionID: session(i), Tags: tags(i)})
		known[i] = &account{id: id}
	}
	return there, known
}

// TestEveryMistakeIsSeen: memories that are lost, half, there twice, strange or under another id, and notes acknowledged twice.
func TestEveryMistakeIsSeen(t *testing.T) {
	for name, c := range map[string]struct {
		harm func(r *Round, there []kept, known ledger) []kept
		want Round
		says string
	}{
		"nothing":              {func(_ *Round, there []kept, _ ledger) []kept { return there }, Round{}, ""},
		"not acknowledged":     {func(_ *Round, there []kept, known ledger) []kept { known[2].id = ""; return there[:2] }, Round{}, ""},
		"there and unanswered": {func(_ *Round, there []kept, known ledger) []kept { known[2].id = ""; return there }, Round{}, ""},
		"lost":                 {func(_ *Round, there []kept, _ ledger) []kept { return there[1:] }, Round{Lost: 1}, "note 0 was acknowledged"},
		"no text":              {func(_ *Round, there []kept, _ ledger) []kept { there[1].Content = text(3, 1) + "!"; return there }, Round{Half: 1}, "its text is"},
		"no reason":            {func(_ *Round, there []kept, _ ledger) []kept { there[1].Rationale = ""; return there }, Round{Half: 1}, "its reason is"},
		"no session":           {func(_ *Round, there []kept, _ ledger) []kept { there[1].SessionID = ""; return there }, Round{Half: 1}, "its session is"},
		"no tags":              {func(_ *Round, there []kept, _ ledger) []kept { there[1].Tags = nil; return there }, Round{Half: 1}, "its tags are"},
		"twice": {func(_ *Round, there []kept, _ ledger) []kept {
			again := there[1]
			again.ID = "other"
			return append([]kept{again}, there...)
		}, Round{Twice: 1}, "is there twice"},
		"another id":    {func(_ *Round, there []kept, known ledger) []kept { known[1].id = "other"; return there }, Round{Lost: 1}, "acknowledged as other"},
		"another round": {func(_ *Round, there []kept, _ ledger) []kept { return append(there, kept{Content: text(4, 1)}) }, Round{Half: 1}, "no note of this round"},
		"two answers": {func(r *Round, there []kept, known ledger) []kept {
			r.note(known, told{"kept", 1, "other"})
			known[1].id = "id-1"
			return there
		}, Round{Twice: 1}, "and as other"},
		"refused": {func(r *Round, there []kept, known ledger) []kept {
			r.note(known, told{"wrong", 1, "no"})
			return there
		}, Round{}, "wrong no"},
	} {
		there, known := all(3)
		r := &Round{Number: 3}
		r.compare(c.harm(r, there, known), known)
		if r.Lost != c.want.Lost || r.Half != c.want.Half || r.Twice != c.want.Twice || (len(r.Wrong) > 0) != (c.says != "") || !strings.Contains(strings.Join(r.Wrong, "\n"), c.says) {
			t.Errorf("%s: %+v, want %+v and %q", name, *r, c.want, c.says)
		}
	}
}

// TestSharesAreAllNotes: each note is sent by one client.
func TestSharesAreAllNotes(t *testing.T) {
	seen := map[int]int{}
	for _, share := range shares([]int{5, 6, 7, 8, 9}, 4) {
		for _, n := range share {
			seen[n]++
		}
	}
	for n := 5; n < 10; n++ {
		if seen[n] != 1 {
			t.Errorf("note %d is sent %d times", n, seen[n])
		}
	}
}
