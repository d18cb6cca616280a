package contradict

import (
	"slices"
	"testing"

	"asterism/engine/store"
)

// TestWhatSaysSomethingElse checks which pairs are reordered, for a question that names no time.
func TestWhatSaysSomethingElse(t *testing.T) {
	for _, c := range []struct {
		question, older, newer string
		wide, swaps            bool
	}{
		{"backups", "Backups lie on db-01.", "Backups lie on db-02.", false, true},
		{"memory of the database", "db-01 has 64 GB.", "db-02 has 128 GB.", false, false},
		{"PAY-1041", "PAY-1041 is fixed.", "PAY-1042 is fixed.", false, false},
		{"colour of the logo", "The logo is orange.", "The logo is dark blue with a heron.", false, true},
		{"logo", "The logo is orange.", "The logo was drawn by Ada.", false, false},
		{"is the logo orange", "The logo is orange.", "The logo is dark blue with a heron.", false, false},
		{"cycling event", "The user is considering a cycling event.", "The user is looking for an audiobook.", false, false},
		{"it", "It is orange.", "It is in the drawer of the kitchen.", false, false},
		{"on-call lead", "Priya is the on-call lead.", "Ingrid took over as on-call lead.", false, true},
		{"who owns the billing service", "Maya owns the billing service.", "The billing service belongs to Hana now.", false, true},
		{"who has the billing service now", "Maya owns the billing service.", "The billing service belongs to Hana now.", true, true},
		{"who fixed the door", "Otto fixed the door.", "We moved to the new house with Ada.", false, false},
		{"who owns the billing service these days", "Maya owns the billing service.", "The billing service belongs to Hana.", true, true},
		{"where do backups go", "Backups go to Dublin.", "Backups go to Frankfurt and to Dublin.", false, false},
		{"where do backups go now", "Backups go to Dublin.", "Backups go to Frankfurt and to Dublin.", true, true},
		{"where do backups go now", "Backups go to Frankfurt and to Dublin.", "Backups go to Dublin.", true, false},
		{"how fast does support answer", "Support answers within 24 hours.", "Support answers within an hour.", false, true},
		{"does support answer within 24 hours", "Support answers within 24 hours.", "Support answers within an hour.", false, false},
		{"is the beta flag enabled", "The beta flag is enabled.", "The beta flag is disabled.", false, true}, // the opposite answers it
		{"is the beta flag enabled", "The beta flag is disabled.", "The beta flag is enabled.", false, true},
		{"where is the key", "The key is on the shelf.", "The key is on the shelf.", false, false},
	} {
		ranked := []*store.Memory{said(2024, c.older), said(2026, c.newer)}
		if got := slices.Equal(NewerFirst(c.question, c.wide, ranked), []int{1, 0}); got != c.swaps {
			t.Errorf("%s: %q before %q: %v", c.question, c.newer, c.older, got)
		}
		slices.Reverse(ranked)
		if got := slices.Equal(OlderFirst(c.question, ranked), []int{1, 0}); got != c.swaps && !c.wide {
			t.Errorf("%s at first: %q before %q: %v", c.question, c.older, c.newer, got)
		}
	}
}
