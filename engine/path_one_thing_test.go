package engine

import (
	"strings"
	"testing"

	"asterism/engine/path"
)

// TestTwoStatementsOfOneThingAreNoCauseAndEffect checks that two contradicting memories are not reported as cause and effect, and that the answer says why.
func TestTwoStatementsOfOneThingAreNoCauseAndEffect(t *testing.T) {
	e := open(t, "")
	remember(t, e, sampleNotes(t)[:20]...)
	for _, c := range []struct{ a, b, says string }{
		{"Public launch is planned for 15 September.", "Launch moved from 15 September to 6 October because the security review is late.", "different statements about the same thing"},
		{"Refunds are approved by Nadia.", "Refunds are approved by Omar and Lena.", "different statements about the same thing"},
		{"Releases are cut on Thursdays.", "Releases are cut on Mondays from now on.", "different statements about the same thing"},
		{"Support answers within a day.", "Support answers within a day, on weekends too.", "and more"},
		{"The key of Stripe is rotated every 90 days.", "The key of Twilio is rotated every 30 days.", "similar statements about two things"},
	} {
		a, b := remember(t, e, Note{Content: c.a})[0].ID, remember(t, e, Note{Content: c.b})[0].ID
		for _, q := range []PathQuestion{{From: a, To: b}, {From: b, To: a}} {
			found := findPath(t, e, q)
			if len(found.Memories) > 0 || found.Reverse != nil || !strings.Contains(found.Summary(), c.says) {
				t.Errorf("%q, %q: %s", c.a, c.b, found.Summary())
			}
		}
		found := findPath(t, e, PathQuestion{From: a, To: b, Type: PathAny})
		for _, h := range found.Hops {
			if h.By == HopCausal {
				t.Errorf("%q, %q: %s", c.a, c.b, found.Summary())
			}
		}
	}
}

// TestWhatIsMendedLeadsToItsMending checks that a fault leads to its repair, and not the other way round.
func TestWhatIsMendedLeadsToItsMending(t *testing.T) {
	e := open(t, "")
	remember(t, e, sampleNotes(t)[:20]...)
	// a detour from the repair to the fault
	remember(t, e, Note{Content: "POST /v1/charges needs an Idempotency-Key header; keys are kept for 24 hours in the idempotency_keys table."}, Note{Content: "Idempotency keys are now kept for 72 hours, since clients retry over the weekend."})
	trouble := remember(t, e, Note{Content: "Customers were charged twice on 3 June because the worker retried after a timeout without reusing the idempotency key."})[0].ID
	fix := remember(t, e, Note{Content: "Fixed the double charges: the idempotency key is now derived from the charge id and the attempt's period, not generated per attempt."})[0].ID
	there, back := findPath(t, e, PathQuestion{From: trouble, To: fix}), findPath(t, e, PathQuestion{From: fix, To: trouble})
	if len(there.Hops) != 1 || there.Hops[0].Said != 1 || there.Direction != path.Forward {
		t.Errorf("from what was wrong: %s", there.Summary())
	}
	if len(back.Memories) > 0 || back.Reverse == nil {
		t.Errorf("from what mended it: %s", back.Summary())
	}
}
