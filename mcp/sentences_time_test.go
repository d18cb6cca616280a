package mcp

import (
	"strings"
	"testing"
	"time"

	"asterism/engine"
)

// TestATimeInAQuestionHidesNothingThroughAServer: the answering memory has another time than the question names, and another memory has that time. All memories are in the answer,
// the answering one first. The answer says which words it read as a time, and how to search without that.
func TestATimeInAQuestionHidesNothingThroughAServer(t *testing.T) {
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC) // a Friday
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{Now: func() time.Time { return now }})), Tools: "all"})
	for i, k := range []struct{ question, answer, decoyAt string }{
		{"which release shipped on 12 March 2026?", "Release 5.0 shipped on 12 March 2026 with the new pricing engine.", "2026-03-12"},
		{"Release 5.0 shipped on 12 March 2026 with the new pricing engine.", "Release 5.0 shipped on 12 March 2026 with the new pricing engine.", "2026-03-12"},
		{"logs kept for the last 30 days", "Logs are kept for 30 days and then deleted.", "2026-11-10"},
		{"May I deploy on Friday?", "Nobody deploys on a Friday without a second pair of eyes.", "2026-11-20"},
		{"checkout outage 6 May TLS certificate", "The checkout outage came from an expired TLS certificate.", "2026-05-06"},
		{"when was Jenkins switched off, 2 days ago?", "Jenkins was switched off in the summer; builds run in the new pipeline.", "2026-11-18"},
		{"what did we promise to finish before October?", "We promised to finish the migration of invoices before October.", "2025-01-15"},
		{"who approved the budget of 2 February 2026?", "The budget was approved by Ingrid after one change.", "2026-02-02"},
		{"why did the pump fail yesterday?", "The pump failed because its filter was blocked by sand.", "2026-11-19"},
		{"which customers were moved to the new cluster last week?", "Customers with more than a thousand users were moved to the new cluster first.", "2026-11-11"},
		{"the certificate that expires on 1 December 2026", "The certificate of the mail gateway expires on 1 December 2026.", "2026-12-01"},
		{"how many seats did we book for the workshop in June?", "Forty seats are booked for the workshop.", "2026-06-10"},
		{"what has changed in the parser since August?", "The parser reads numbers with exponents.", "2026-09-01"},
		{"does the night shift begin at 22:00 today?", "The night shift begins at ten in the evening.", "2026-11-20"},
		{"which colour did we choose for the logo in 2025?", "For the logo we chose a dark green.", "2025-06-01"},
		{"what was agreed with the landlord on 2026-08-14?", "The landlord agreed to pay for the new windows.", "2026-08-14"},
		{"who fed the cats on Sunday?", "Our neighbour Sam feeds the cats when we are away.", "2026-11-15"},
	} {
		ns := "time-" + string(rune('a'+i))
		for text, at := range map[string]string{k.answer: "2026-09-21", "Team lunch at the Thai place.": k.decoyAt, "The printer on the second floor is out of toner.": "2025-11-20"} {
			if body, refused := c.call("store_memory", map[string]any{"content": text, "rationale": "note", "namespace": ns, "timestamp": at}); refused != nil || body["error"] != nil {
				t.Fatal(refused, body)
			}
		}
		body, text := c.said("search_graph", map[string]any{"query": k.question, "namespace": ns})
		if at(body, "results.#") != 3. || at(body, "results.0.snippet") != k.answer {
			t.Errorf("%s: %v", k.question, body["results"])
		}
		// Words in quotes, or the text of a memory, may name no time. If a time was read, the answer says so in text and in a field.
		if at(body, "namedTime") == nil {
			t.Errorf("%s: the answer names no time", k.question)
			continue
		}
		if note, _ := at(body, "namedTime.note").(string); !strings.Contains(note, "nothing left out") || !strings.Contains(note, "ignores it") {
			t.Errorf("%s: %q does not say what the time did, and how to search without", k.question, note)
		}
		if !strings.Contains(text, "20") || !strings.Contains(strings.ToLower(text), "preferred") || !strings.Contains(text, "profile semantic") {
			t.Errorf("%s: the words do not say what was taken for a time: %s", k.question, text)
		}
		if body, _ = c.said("search_graph", map[string]any{"query": k.question, "namespace": ns, "profile": "semantic"}); at(body, "namedTime") != nil || at(body, "results.#") != 3. {
			t.Errorf("%s with profile semantic: %v", k.question, body["namedTime"])
		}
	}
	if body, _ := c.said("search_graph", map[string]any{"query": "Team lunch", "namespace": "time-a", "after": "2026-03-01", "before": "2026-04-01"}); at(body, "results.#") != 1. {
		t.Errorf("with bounds: %v", body["results"])
	}
	if body, text := c.said("search_graph", map[string]any{"query": "Team lunch", "namespace": "time-a", "after": "2024-01-01", "before": "2024-02-01"}); at(body, "results.#") != 0. || strings.TrimSpace(text) == "" {
		t.Errorf("an empty range: %v, %q", body["results"], text)
	}
}
