package contradict

import (
	"testing"
	"time"

	"asterism/engine/store"
)

func TestBetweenTwoStatementsOfOneThing(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         Relation
	}{
		{"Refunds are approved by Nadia.", "Refunds are approved by Omar and Lena.", Replaces},
		{"Public launch is planned for 15 September.", "Launch moved from 15 September to 6 October because the security review is late.", Replaces},
		{"Priya owns the billing package; ask her before you change proration.", "Priya has moved to the data team; Tomas owns the billing package now.", Replaces},
		{"Usage events go through NATS JetStream, stream USAGE, with three replicas.", "Switched usage events from NATS JetStream to Kafka, topic usage.v1, because ops already runs Kafka.", Replaces},
		{"A failed card payment is retried after 1, 3 and 7 days, then the subscription is paused.", "Dunning changed: failed payments are retried after 2, 5 and 9 days, then the subscription is cancelled.", Replaces},
		{"VAT is computed by Stripe Tax; we keep no tax tables of our own.", "Reversed: we no longer use Stripe Tax; VAT rates come from our own table tax_rates.", Replaces},
		{"Anna reviews every change of the parser.", "Jonas took over from Anna as reviewer of the parser.", Replaces},
		{"Releases are cut on Thursdays.", "Releases are cut on Mondays from now on.", Replaces},
		{"The VPN needs a hardware token.", "A hardware token is needed for the VPN.", Repeats},
		{"The office is closed on Fridays in August.", "The office is open on Fridays in August.", Contradicts},
		{"Backups run every night.", "Backups do not run every night.", Contradicts},
		{"The gateway listens on port 8080.", "The gateway listens on port 9090.", Replaces},
		{"The gateway listens on port 8080.", "The gateway listens on port 8080 behind nginx.", Details},
		{"The gateway listens on port 8080.", "The gateway listens on port 8080.", Repeats},
		{"The key of Stripe is rotated every 90 days.", "The key of Twilio is rotated every 30 days.", Parallel},
		{"The nightly build failed on Tuesday.", "The nightly build passed on Tuesday.", Contradicts},
		// Cause and effect, and unrelated texts.
		{"The old server crashed on Sunday.", "The old server was replaced on Monday.", ""},
		{"A developer removed the index on the orders table.", "Without the index, queries of the orders table took half a minute.", ""},
		{"The nightly build failed on Tuesday.", "Testers got no new version, since the nightly build had failed.", ""},
		{"The queue is full.", "New jobs are refused while the queue is full.", ""},
		{"The token of the bot leaked on GitHub.", "The token of the bot was replaced on Tuesday.", ""},
		{"The driver fell asleep at the wheel.", "The car that left the road hit a hydrant.", ""},
		{"A failed card payment is retried after 1, 3 and 7 days, then the subscription is paused.", "From now on the trial is 30 days and a card is required.", ""},
		{"Usage events are kept for 13 months, invoices for ten years.", "Switched usage events from NATS JetStream to Kafka, topic usage.v1, because ops already runs Kafka.", ""},
	} {
		at := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
		a := &store.Memory{Modality: "text", Content: c.older, Time: at}
		b := &store.Memory{Modality: "text", Content: c.newer, Time: at.Add(time.Hour)}
		var p Pairs
		if got := p.Between(a, b); got != c.want {
			t.Errorf("%q, %q: %q, want %q", c.older, c.newer, got, c.want)
		}
		if got := p.Between(b, a); got != c.want {
			t.Errorf("%q, %q the other way: %q, want %q", c.older, c.newer, got, c.want)
		}
	}
}
