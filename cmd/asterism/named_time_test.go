package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestATimeInAQuestionHidesNothingInATerminal: the answering memory has another time than the question names, and another memory has that time. Both are listed, the answering one
// first. A line says what was read as a time, that nothing was left out, and how to search without it.
func TestATimeInAQuestionHidesNothingInATerminal(t *testing.T) {
	t.Parallel()
	data, today := filepath.Join(t.TempDir(), "store"), time.Now()
	ago := func(days int) string { return today.AddDate(0, 0, -days).Format(time.DateOnly) }
	rows := []struct{ question, answer, decoyAt string }{
		{"which release shipped on 12 March 2026?", "Release 5.0 shipped on 12 March 2026 with the new pricing engine.", "2026-03-12"},
		{"Release 5.0 shipped on 12 March 2026 with the new pricing engine.", "Release 5.0 shipped on 12 March 2026 with the new pricing engine.", "2026-03-12"},
		{"logs kept for the last 30 days", "Logs are kept for 30 days and then deleted.", ago(12)},
		{"May I deploy on Friday?", "Nobody deploys on a Friday without a second pair of eyes.", ago(2)},
		{"checkout outage 6 May TLS certificate", "The checkout outage came from an expired TLS certificate.", today.Format("2006") + "-05-06"},
		{"when was Jenkins switched off, 2 days ago?", "Jenkins was switched off in the summer; builds run in the new pipeline.", ago(2)},
		{"what did we promise to finish before October?", "We promised to finish the migration of invoices before October.", "2025-01-15"},
		{"who approved the budget of 2 February 2026?", "The budget was approved by Ingrid after one change.", "2026-02-02"},
		{"why did the pump fail yesterday?", "The pump failed because its filter was blocked by sand.", ago(1)},
		{"which customers were moved to the new cluster last week?", "Customers with more than a thousand users were moved to the new cluster first.", ago(7)},
		{"the certificate that expires on 1 December 2026", "The certificate of the mail gateway expires on 1 December 2026.", "2026-12-01"},
		{"what did the audit of 3 June 2026 find?", "The audit found two shared passwords.", "2026-06-03"},
		{"which port did the staging server use in 2025?", "The staging server listens on port 8443.", "2025-07-01"},
		{"what was decided about retries on 2026-04-02?", "Retries: three attempts with jitter, decided in spring.", "2026-04-02"},
		{"who fed the cats on Sunday?", "Our neighbour Sam feeds the cats when we are away.", ago(3)},
		{"which colour did we choose for the logo in March 2025?", "For the logo we chose a dark green.", "2025-03-01"},
		{"what was agreed with the landlord on 2026-08-14?", "The landlord agreed to pay for the new windows.", "2026-08-14"},
	}
	var lines strings.Builder
	for i, k := range rows {
		for text, at := range map[string]string{k.answer: ago(60), "Team lunch at the Thai place.": k.decoyAt} {
			b, err := json.Marshal(map[string]string{"content": text, "timestamp": at + "T12:00:00Z", "namespace": "time-" + string(rune('a'+i))})
			if err != nil {
				t.Fatal(err)
			}
			lines.Write(append(b, '\n'))
		}
	}
	file := filepath.Join(t.TempDir(), "notes.jsonl")
	if err := os.WriteFile(file, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	ok(t, data, "import", "--from", "jsonl", file)
	assist(t, data) // only one process loads the models
	for i, k := range rows {
		ns := "time-" + string(rune('a'+i))
		out := ok(t, data, "search", k.question, "--namespace", ns)
		first, lunch := strings.Index(out, k.answer), strings.Index(out, "Team lunch")
		if first < 0 || lunch < first || !strings.Contains(out, "preferred, none left out (--after and --before filter, --weights semantic ignores it)") {
			t.Errorf("%s: %s", k.question, out)
		}
		if out = ok(t, data, "search", k.question, "--namespace", ns, "--weights", "semantic"); strings.Contains(out, "preferred") || !strings.Contains(out, k.answer) || !strings.Contains(out, "Team lunch") {
			t.Errorf("%s without a time: %s", k.question, out)
		}
	}
}
