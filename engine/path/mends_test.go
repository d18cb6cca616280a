package path

import "testing"

func TestWhatIsMendedComesBeforeItsMending(t *testing.T) {
	for _, c := range []struct {
		fix, trouble string
		want         bool
	}{
		{"Fixed the double charges: the idempotency key is now derived from the charge id.", "Customers were charged twice on 3 June because the worker retried after a timeout.", true},
		{"The memory leak of the exporter was fixed by closing the bodies.", "The exporter had a memory leak and was killed twice a day.", true},
		{"We fixed the flaky TestInvoiceClose.", "TestInvoiceClose is flaky because it compares times across midnight.", true},
		{"Priya repaired the broken export of invoices.", "The export of invoices broke on Monday.", true},
		{"Resolved the outage of the payment gateway by failing over to Dublin.", "Payment gateway outage from 10:00 on.", true},
		{"The slow queries on orders have been mitigated with an index.", "Queries on the orders table took half a minute.", true},
		{"Release 2.4 fixes the crash at start on Windows.", "The program crashed at start on Windows 11.", true},
		// Not repaired, about something else, or about the time after the repair.
		{"The double charges were not fixed.", "Customers were charged twice on 3 June.", false},
		{"The crash at start is not resolved yet.", "The program crashed at start.", false},
		{"Fixed the login.", "Login uses OAuth with PKCE.", false},
		{"Fixed the double charges.", "Double charges stopped on Friday.", false},
		{"Fixed the double charges.", "Since the fix of the double charges refunds are slow.", false},
		{"Fixed the leak in the exporter.", "The pool of connections ran dry.", false},
		{"Fixed costs rose by a tenth.", "The rent of the office is due in May.", false},
		{"The host name resolves to 10.0.0.1.", "The exporter was killed.", false},
		{"The exporter writes metrics.", "The exporter was killed.", false},
		{"", "", false},
	} {
		if got := mends(c.fix, c.trouble); got != c.want {
			t.Errorf("%q mends %q: %v", c.fix, c.trouble, got)
		}
		if c.want && (said(c.trouble, c.fix) != 1 || mends(c.trouble, c.fix)) {
			t.Errorf("%q leads to %q: %v", c.trouble, c.fix, said(c.trouble, c.fix))
		}
	}
}
