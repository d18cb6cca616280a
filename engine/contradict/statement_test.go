package contradict

import (
	"testing"

	"asterism/engine/compare"
	"asterism/engine/store"
)

// TestLinesThatOnlyLookAlike uses lines of notes that differ in a word and are all true. None of them is offered as a replacement, or reported to update or contradict another.
func TestLinesThatOnlyLookAlike(t *testing.T) {
	for _, p := range [][2]string{
		// Headings, labels and items of a list.
		{"Backup plan for databases", "Restore plan for databases"},
		{"**Retries**: Queue handling and alerts", "**Timeouts**: Socket handling and alerts"},
		{"`cacheSize` - Size of the cache (int)", "`poolSize` - Size of the pool (int)"},
		{"✅ Complete migration guide", "✅ Complete rollback guide"},
		{"**Priority** — high / medium / low", "**Impact** — high / medium / low"},
		{"Preview changes for single accounts.", "Preview changes for whole regions."},
		{"[Billing Guide](https://docs.example.com/billing)", "[Billing Reference](https://docs.example.com/billing-ref)"},
		{"All invoices in one folder:", "No invoices in one folder:"},
		// Steps, and commands with their opposite.
		{"Create single or bulk orders.", "Cancel single or bulk orders."},
		{"**Add a watcher:**", "**Remove a watcher:**"},
		{"Check that the archive is readable", "Check that the archive is signed by the release key"},
		{"Import settings for phase 1", "Import settings for phase 2"},
		{"Read the numbers of row 11", "Read the numbers of row 12"},
		{"Suggest a title for the report", "Suggest a chart for the report"},
		// Numbers that show which of several is meant, or that count something else.
		{"[Weakness 1 with a reason]", "[Weakness 2 with a reason]"},
		{"Month 1: Hiring", "Month 2: Training"},
		{"At most 12 fields per form", "At most 90 rows per form"},
		{"**RFC**: 7231, 7232", "**RFC**: 7540, 7541"},
		{"`.WithPort(name?)` — expose a port", "`.WithPort(name?)` — falls back to 8443"},
		{"Append `step=3` to the log.", "Append `step=4` to the log."},
		{"The LICENSE.md has a header line.", "The NOTICE.txt has a header line."},
		{"Use CamelCase for public names", "Use CamelCase for private names"},
		{"✅ Dials: turn, push dial of the panel", "Dials of the panel"},
		{"Use one of the known scopes: `core`, `cli`, `docs`.", "Known scopes: `core`, `cli`, `docs`"},
		// A rule and a heading for its violation, and actions on the two sides of one thing.
		{"NEVER mix tabs with spaces", "Mixing tabs with spaces"},
		{"The format is easy to read.", "The format is easy to write."},
		// Two properties of one thing.
		{"Good titles are brief.", "Good titles are honest."},
		{"Make sure that labels are unique", "Make sure that labels are plain"},
		// An entry of a history, and a list in another order.
		{"2024-05-16: First outline (@nora)", "2024-11-03: First outline (@nora)"},
		{"**Planned pages**: `/:shop`, `/:shop/:item` (short links)", "**Short links** `/:shop` and `/:shop/:item` (planned pages)"},
		// Options and conditions, each valid in its own case.
		{"If the build is red, ask the author.", "If the build is green, ask the author."},
		{"For small teams, one reviewer is enough", "For large teams, one reviewer is enough"},
		{"Table names are written in lower case", "Column names are written in lower case"},
		{"The index is important for speed.", "The index is important for cost."},
		// Much else differs.
		{"Logs go to the bucket in Frankfurt", "Concerns with the logs that the old bucket has"},
		{"The gateway checks every token and its audience", "Do not check tokens of internal calls twice"},
		{"Callers cannot retry a payment without a key", "A payment key is kept for one day for each caller"},
		// Questions, quotations and texts with a placeholder.
		{"What does the cache hold?", "What does the queue hold?"},
		{"\"Show me the slow queries\"", "\"Show me the failed queries\""},
		{"Set ${region} to the nearest one", "Set ${account} to the nearest one"},
	} {
		older, m := said(2025, p[0]), said(2026, p[1])
		r := compare.In("text", p[0], p[1])
		if MaySupersede(older, m, &r) {
			t.Errorf("%q is offered in the place of %q: %s", p[1], p[0], r.Words())
		}
		for _, related := range Relate(compare.To("text", p[1]), []*store.Memory{older}) {
			if related.Relation == Contradicts || related.Relation == Replaces {
				t.Errorf("%q after %q: %+v", p[1], p[0], related)
			}
		}
	}
}

// TestStatementsOfOneThing checks that another value, name, place or opposite for the same thing is offered, in every sort of statement.
func TestStatementsOfOneThing(t *testing.T) {
	for _, p := range [][2]string{
		{"The import job runs on Mondays.", "The import job runs on Thursdays."},
		{"Uploads are limited to 20 MB.", "Uploads are limited to 50 MB."},
		{"Keep source files below 200 lines.", "Keep source files below 150 lines."},
		{"Jonas maintains the payment module.", "Iris maintains the payment module."},
		{"Our error tracker is Sentry.", "Our error tracker is Rollbar."},
		{"We use Mocha for unit tests.", "We use Vitest for unit tests."},
		{"Screenshots are stored in the wiki.", "Screenshots are stored in the drive."},
		{"The legacy endpoint is enabled.", "The legacy endpoint is disabled."},
		{"The exporter supports dark themes.", "The exporter does not support dark themes."},
		{"Use default exports in components.", "Do not use default exports in components."},
		{"The nightly build takes 40 minutes.", "The nightly build takes 25 minutes."},
		{"The `retry` flag is on by default.", "The `retry` flag is off by default."},
		{"TIMEOUT_MS=500 in the worker", "TIMEOUT_MS=900 in the worker"},
		{"The audit report is due on 31 March.", "The audit report is due on 15 April."},
		{"Sessions expire after 15 minutes.", "Sessions expire after 2 hours."},
		{"The demo is held in Lisbon.", "The demo is held in Porto."},
	} {
		older, m := said(2025, p[0]), said(2026, p[1])
		r := compare.In("text", p[0], p[1])
		if !MaySupersede(older, m, &r) {
			t.Errorf("%q is not offered in the place of %q: %s", p[1], p[0], r.Words())
		}
	}
}

// TestTells checks that facts and events count as statements, and that rules, steps, headings and items of a list do not.
func TestTells(t *testing.T) {
	for text, want := range map[string]bool{
		"The disk of the build server ran full.":                true,
		"Heavy rain flooded the cellar.":                        true,
		"The queue is full.":                                    true,
		"Customers could not pay because the gateway was down.": true,
		"We missed the deadline. Check the calendar twice.":     true,
		"The truck would not start.":                            true,
		"Der Keller stand unter Wasser.":                        true,
		"Branch rules and review":                               false,
		"Prefer short tokens over long passwords":               false,
		"Extract parsing into separate modules":                 false,
		"You MUST verify each signature before the import":      false,
		"**Caching**: Redis, Varnish":                           false,
		"Ensure that tests are green before a merge.":           false,
		"Open the following files:":                             false,
		"`settings/` - Project settings":                        false,
		"How should the service answer when the queue is full?": false,
		"[Guide to streams](https://docs.example.com/streams)":  false,
		"Use the lowest privileges necessary to perform a task": false,
		"Avoid plain passwords; prefer keys":                    false,
		"Never log tokens":                                      false,
	} {
		if Tells(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}
