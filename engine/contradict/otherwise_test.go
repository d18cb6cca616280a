package contradict

import (
	"testing"
	"time"

	"asterism/engine/store"
)

// TestSaidOtherwise checks that an older statement is marked if a newer one differs from it in exactly one place.
func TestSaidOtherwise(t *testing.T) {
	long := said(2026, "The API rate limit is 500/min."+string(make([]byte, longestStatement)))
	code := said(2026, "The API rate limit is 500/min.")
	code.Modality = "code"
	elsewhere := said(2026, "The API rate limit is 500/min.")
	elsewhere.Namespace = "other"
	limit := said(2024, "The API rate limit is 50/min.")
	for name, c := range map[string]struct {
		older, newer *store.Memory
		differs      string
	}{
		"a value":             {limit, said(2026, "The API rate limit is 300/min."), "value changed: 50/min → 300/min"},
		"a name":              {said(2024, "The on-call lead is Priya."), said(2026, "The on-call lead is Tomás."), "value changed: Priya → Tomás"},
		"an opposite":         {said(2024, "The beta flag is enabled."), said(2026, "The beta flag is disabled."), "contradiction: enabled → disabled"},
		"a value at the end":  {said(2024, "Staging listens on port 8080."), said(2026, "Staging listens on port 8443"), "value changed: 8080 → 8443"},
		"a value with a rest": {said(2024, "The limit is 100 requests per minute."), said(2026, "The limit is 300 requests per minute."), "value changed: 100 → 300"},
		"of another thing":    {said(2024, "The billing service runs on port 80."), said(2026, "The search service runs on port 80."), ""},
		"of another person":   {said(2024, "Priya is on holiday."), said(2026, "Tomás is on holiday."), ""},
		"another use":         {said(2024, "We use Redis for sessions."), said(2026, "We use Redis for queues."), ""},
		"another for it":      {said(2024, "We use Stripe for payments."), said(2026, "We use Adyen for payments."), "value changed: Stripe → Adyen"},
		"another beside it":   {said(2024, "We use Slack."), said(2026, "We use Zoom."), ""},
		"another place":       {said(2024, "Dark mode is on in production."), said(2026, "Dark mode is on in staging."), ""},
		"another release":     {said(2024, "Release 5.0 shipped in March."), said(2026, "Release 5.1 shipped in March."), ""},
		"another sprint":      {said(2024, "Sprint 12 is over."), said(2026, "Sprint 13 is over."), ""},
		"what somebody owns":  {said(2024, "Maya owns the billing service."), said(2026, "Maya owns the search service."), ""},
		"the same":            {limit, said(2026, "The API rate limit is 50/min."), ""},
		"the same year":       {limit, said(2024, "The API rate limit is 300/min."), ""},
		"another thing":       {limit, said(2026, "The login page has a new logo."), ""},
		"another identifier":  {said(2024, "db-01 has 64 GB of memory."), said(2026, "db-02 has 64 GB of memory."), ""},
		"more":                {limit, said(2026, "The API rate limit is 50/min for all customers."), ""},
		"a turn that sounds alike": {said(2024, "Jon: Thanks! Your help means a lot. Keep you posted on the dance studio progress."),
			said(2026, "Jon: Thanks, Gina. Still working on opening a dance studio."), ""},
		"a long text":       {limit, long, ""},
		"code":              {limit, code, ""},
		"another namespace": {limit, elsewhere, ""},
		"nothing":           {limit, nil, ""},
	} {
		got := SaidOtherwise([]*store.Memory{c.newer, c.older})
		if len(got) != 2 || got[0] != nil || (got[1] != nil) != (c.differs != "") {
			t.Errorf("%s: %v", name, got)
		} else if got[1] != nil && (got[1].By != 0 || got[1].Differs != c.differs) {
			t.Errorf("%s: %+v, want %q", name, got[1], c.differs)
		}
	}
	three := []*store.Memory{limit, said(2026, "The API rate limit is 300/min."), said(2025, "The API rate limit is 100/min.")}
	if got := SaidOtherwise(three); got[0] == nil || got[0].By != 1 || got[1] != nil || got[2] == nil || got[2].By != 1 {
		t.Errorf("of three the newest counts: %+v, %+v, %+v", got[0], got[1], got[2])
	}
	from := said(2020, "The API rate limit is 300/min.")
	from.ValidFrom = time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	if got := SaidOtherwise([]*store.Memory{from, limit}); got[1] == nil {
		t.Error("one that holds later is not newer")
	}
}
