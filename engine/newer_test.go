package engine

import "testing"

// TestWhatIsNewerIsAsRelevant checks that a text that a search moves in front of an older one has at least its chance, whatever else is on the page.
func TestWhatIsNewerIsAsRelevant(t *testing.T) {
	e := openWith(t, Config{Now: (&handClock{now: day("2026-11-20")}).Now})
	remember(t, e, sampleNotes(t)[:20]...)
	raised := 0
	for _, c := range []struct{ older, newer, question string }{
		{"New customers get a free trial of 14 days without a card.", "From now on the trial is 30 days and a card is required.", "how long can new customers try it for free?"},
		{"VAT is computed by Stripe Tax; we keep no tax tables of our own.", "Reversed: we no longer use Stripe Tax, it was too expensive; VAT rates come from our own table tax_rates.", "does Stripe Tax compute the VAT?"},
		{"Priya owns the billing package; ask her before you change proration.", "Priya has moved to the data team; Tomas owns the billing package now.", "whom do I ask about proration in the billing package?"},
		{"A failed card payment is retried after 1, 3 and 7 days, then the subscription is paused.", "Dunning changed: failed payments are retried after 2, 5 and 9 days, then the subscription is cancelled.", "when is a failed card payment retried?"},
	} {
		older := remember(t, e, Note{Content: c.older, Time: day("2026-03-01")})[0].ID
		newer := remember(t, e, Note{Content: c.newer, Time: day("2026-06-01")})[0].ID
		f := recall(t, e, Question{Text: c.question})
		a, b := -1, -1
		for i, h := range f.Hits {
			switch h.Memory.ID {
			case newer:
				a = i
			case older:
				b = i
			}
		}
		if a < 0 || b < 0 || a > b {
			t.Fatalf("%s: the newer is hit %d, the older %d", c.question, a, b)
		}
		if f.Hits[a].Relevance < f.Hits[b].Relevance || !f.Hits[a].Judged {
			t.Errorf("%s: relevance %.3f of the newer, %.3f of the older", c.question, f.Hits[a].Relevance, f.Hits[b].Relevance)
		}
		if f.Hits[a].Relevance == f.Hits[b].Relevance && f.Hits[a].Score < f.Hits[b].Score {
			raised++
		}
		if one := recall(t, e, Question{Text: c.question, TopK: a + 1}); one.Hits[a].Memory.ID != newer || one.Hits[a].Relevance != f.Hits[a].Relevance {
			t.Errorf("%s: relevance %.3f on a page without the older, %.3f with it", c.question, one.Hits[a].Relevance, f.Hits[a].Relevance)
		}
	}
	if raised == 0 {
		t.Error("no newer one would have had a lower chance")
	}
}
