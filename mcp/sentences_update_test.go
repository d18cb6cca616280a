package mcp

import (
	"testing"

	"asterism/engine"
)

// updated are statements, each with a changed version, a rewording, and another fact about the same thing. The first comes from the report that led to this test.
var updated = []struct{ old, new, again, other string }{
	{"The API rate limit is 100 requests per minute", "The API rate limit was raised to 500", "The rate limit of the API is 100 requests per minute", "Payments through the API are retried three times after a minute"},
	{"Invoices are sent on the first of the month.", "Invoices are sent on the fifteenth of the month.", "On the first of the month invoices are sent.", "An invoice has the name of the customer at its top."},
	{"Maya owns the billing service.", "Chidi owns the billing service.", "The billing service is owned by Maya.", "The billing service writes its log to the archive bucket."},
	{"Uploads are scanned for viruses.", "Uploads are not scanned for viruses.", "We scan uploads for viruses.", "Uploads lie in a bucket in Dublin."},
	{"The gateway runs Envoy 1.28.", "The gateway runs Envoy 1.31.", "Envoy 1.28 runs on the gateway.", "The gateway closes idle connections after a minute."},
	{"The primary database is db-01.", "The primary database is db-07.", "db-01 is the primary database.", "The database is compacted every Sunday."},
	{"The stand-up begins at 9:15.", "The stand-up begins at 10:00.", "At 9:15 the stand-up begins.", "Who is late for the stand-up brings cake."},
	{"Payments are settled before refunds.", "Payments are settled after refunds.", "We settle payments before refunds.", "Refunds of more than a thousand euros need a second signature."},
	{"Access to the vault needs two signatures.", "Access to the vault needs three signatures.", "Two signatures are needed for access to the vault.", "The vault is in the cellar of the old mill."},
	{"The beta of the mobile app is open.", "The beta of the mobile app is closed.", "The mobile app's beta is open.", "The mobile app was written in Kotlin."},
	{"The lease of the office ends in May 2027.", "The lease of the office ends in May 2029.", "In May 2027 the lease of the office ends.", "The office has four meeting rooms."},
}

// TestAnUpdateIsNewThroughAServer: a changed statement is new, and its learned is higher than that of another fact, a rewording or a copy. A copy is known.
func TestAnUpdateIsNewThroughAServer(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	for i, k := range updated {
		ns := "update-" + string(rune('a'+i))
		storeTexts(t, c, ns, k.old, "The printer on the second floor is out of toner.", "Our mascot is a heron.", "Coffee beans are ordered every second week.")
		said := func(text string) (entropy, learned float64, body map[string]any) {
			body, refused := c.call("inject_context", map[string]any{"content": text, "rationale": "note", "namespace": ns, "allow_duplicate": true})
			if refused != nil || body["error"] != nil {
				t.Fatal(text, refused, body)
			}
			if _, refused := c.call("forget_memory", map[string]any{"id": body["fingerprintId"]}); refused != nil {
				t.Fatal(refused.Message)
			}
			return at(body, "utl.entropy").(float64), at(body, "utl.learned").(float64), body
		}
		copied, ofCopy, _ := said(k.old)
		reworded, ofAgain, again := said(k.again)
		other, ofOther, _ := said(k.other)
		update, ofUpdate, changed := said(k.new)
		t.Logf("%s: copy %.3f (%.3f), reworded %.3f (%.3f), another fact %.3f (%.3f), update %.3f (%.3f)", k.new, copied, ofCopy, reworded, ofAgain, other, ofOther, update, ofUpdate)
		if copied > .05 || reworded > .3 || update < .5 {
			t.Errorf("%s: entropy %.3f of a copy, %.3f of %q, %.3f of the update; want at most .05 and .3, and at least .5", k.new, copied, reworded, k.again, update)
		}
		if !(ofUpdate > ofOther && ofOther > ofAgain && ofAgain >= ofCopy) {
			t.Errorf("%s: learned %.3f, from %q %.3f, from %q %.3f, from a copy %.3f", k.new, ofUpdate, k.other, ofOther, k.again, ofAgain, ofCopy)
		}
		if differs, _ := at(changed, "similar_to.differs").(string); differs == "" || at(again, "similar_to.class") != "rephrased" || at(changed, "similar_to.class") == "rephrased" {
			t.Errorf("%s: the update is %v, %q is %v", k.new, changed["similar_to"], k.again, again["similar_to"])
		}
	}
}
