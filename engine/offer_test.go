package engine

import (
	"strings"
	"testing"

	"asterism/engine/store"
)

// TestWhatMayBeSupersededIsOffered checks both ways of storing, the reason, and that nothing is changed.
func TestWhatMayBeSupersededIsOffered(t *testing.T) {
	for _, c := range []struct{ old, new, reason string }{
		{"The API rate limit is 100/min.", "The API rate limit was raised to 300/min.", "100/min → raised 300/min"},
		{"The beta flag is enabled for staff.", "The beta flag is not enabled for staff.", "negated"},
		{"The staging cluster is disabled at night.", "The staging cluster is enabled at night.", "contradiction"},
		{"We use Postgres 14.2 in production.", "We use Postgres 16.1 in production.", "14.2 → 16.1"},
		{"Alice approves releases.", "Bob approves releases.", "Alice → Bob"},
		{"The API key rotates every 90 days.", "API keys are rotated each 30 days since the audit.", "90 → 30"}, // the vectors of the two are not near
		{"Anna owns billing; Jorge owns search; ask Mei about servers.", "Anna left; Tomas owns billing now.", "“Anna left”; it does not replace “Jorge owns search; ask Mei about servers”"},
	} {
		e := openWith(t, Config{Now: (&handClock{now: day("2026-11-20")}).Now})
		old := remember(t, e, Note{Content: c.old, Time: day("2026-01-01")}, Note{Content: "The printer is out of toner.", Time: day("2026-01-02")})[0].ID
		stored, err := e.Remember(t.Context(), Note{Content: c.new, Time: day("2026-02-01")})
		if err != nil {
			t.Fatal(err)
		}
		check := func(way string, got []Candidate) {
			t.Helper()
			if len(got) != 1 || got[0].ID != old || !strings.Contains(got[0].Reason, c.reason) || !got[0].Time.Equal(day("2026-01-01")) {
				t.Errorf("%s, %s: offered %+v, want %s because of %s", way, c.new, got, old, c.reason)
			}
		}
		check("remembered", stored.MaySupersede)
		if _, err := e.Forget(t.Context(), stored.ID, false); err != nil {
			t.Fatal(err)
		}
		check("injected", inject(t, e, Note{Content: c.new, Rationale: "news", Time: day("2026-02-01")}).MaySupersede)
		if f := recall(t, e, Question{Text: c.old}); len(f.Hits) != 3 || !f.Hits[0].Current() {
			t.Errorf("%s: something was changed: %+v", c.new, f.Hits)
		}
	}
}

// TestWhatIsNotOffered checks other things, newer memories, superseded ones, and those that the note itself supersedes.
func TestWhatIsNotOffered(t *testing.T) {
	e := openWith(t, Config{Now: (&handClock{now: day("2026-11-20")}).Now})
	first := rememberOne(t, e, Note{Content: "Staging listens on port 8080.", Time: day("2026-01-01")})
	second := rememberOne(t, e, Note{Content: "Staging listens on port 8443.", Time: day("2026-03-01"), Supersedes: []store.ID{first}})
	rememberOne(t, e, Note{Content: "PAY-1041 is fixed in the next release.", Time: day("2026-01-01")})
	for name, n := range map[string]Note{
		"an older statement":  {Content: "Staging listens on port 7070.", Time: day("2025-01-01")},
		"it says so itself":   {Content: "Staging listens on port 9443.", Time: day("2026-04-01"), Supersedes: []store.ID{second}},
		"another thing":       {Content: "PAY-1042 is fixed in the next release.", Time: day("2026-04-01")},
		"the same":            {Content: "Staging listens on port 8443.", Time: day("2026-04-01")},
		"something unrelated": {Content: "Our mascot is a heron.", Time: day("2026-04-01")},
	} {
		r, err := e.Remember(t.Context(), n)
		if err != nil || len(r.MaySupersede) != 0 {
			t.Errorf("%s: %+v, %v", name, r.MaySupersede, err)
		}
		if _, err := e.Forget(t.Context(), r.ID, false); err != nil {
			t.Fatal(err)
		}
	}
}

// TestListsMarkWhatIsReplaced checks that lists mark superseded memories.
func TestListsMarkWhatIsReplaced(t *testing.T) {
	e := openWith(t, Config{})
	old := rememberOne(t, e, Note{Content: "The gate code is 4711."})
	now := rememberOne(t, e, Note{Content: "The gate code is 0815.", Supersedes: []store.ID{old}})
	page, err := e.List(t.Context(), ListQuestion{})
	if err != nil || len(page.Replaced) != 1 || len(page.Replaced[old]) != 1 || page.Replaced[old][0] != now {
		t.Errorf("%+v, %v", page.Replaced, err)
	}
}
