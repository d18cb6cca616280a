package dream

import "testing"

func TestWhatIsProposedMentionsTheSame(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		// Strangers.
		{"The contract with Norvia promises 99.9 percent availability.", "Marek is ill; Sana has the pager for the rest of the week.", false},
		{"The HTTP handler timeout is 10 seconds; calls to Stripe get 5 seconds.", "CORS is open only for app.tollgate.dev.", false},
		{"The API listens on port 8080 in every environment.", "We pin the Stripe API version in the client.", false},
		{"Amounts are int64 minor units plus a currency code.", "CI fails on golangci-lint warnings.", false},
		{"Der Zug nach Bonn hat heute Verspätung.", "Die Heizung im Keller ist wieder kaputt.", false},
		{"Die Rechnung vom Mai ist noch offen.", "Der Urlaub beginnt im Mai.", false},
		{"La caldera se apagó anoche.", "El contrato termina en junio.", false},
		{"", "", false},
		// Two words, or a name.
		{"Added a partial index; the close job went from 40 minutes to 3.", "The pool was exhausted because the close job held 50 connections.", true},
		{"Norvia wants its invoices by SFTP.", "The contract with Norvia promises 99.9 percent availability.", true},
		{"Rate limit raised after a call of Norvia.", "The contract with Norvia promises 99.9 percent availability.", true},
		{"Usage events go through the broker.", "There is an index on usage and events.", true},
		{"The exporter writes into usage_events2.", "An index was added to usage_events2.", true},
		{"Die Heizung im Keller ist kaputt.", "Der Keller wird im Mai gestrichen, die Heizung im Juni.", true},
	} {
		if got := MentionTheSame(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: %v", c.a, c.b, got)
		}
		if got := MentionTheSame(c.b, c.a); got != c.want {
			t.Errorf("%q, %q the other way: %v", c.a, c.b, got)
		}
	}
}
