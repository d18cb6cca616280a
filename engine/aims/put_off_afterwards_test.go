package aims

import (
	"testing"

	"asterism/engine/compare"
)

// TestPutOffWrittenAfterwards: sentences that were written when the rules of putting off, of giving and of the undone were there. -v names those that are missed.
func TestPutOffWrittenAfterwards(t *testing.T) {
	const (
		ferry   = "Start the ferry line to the islands in May: tickets are printed on board and every passenger is counted"
		rollout = "Roll out the new payroll to all branches without downtime, and train the clerks"
		honey   = "Sell honey in glass jars, with labels in Welsh, and keep the shop free of plastic"
		trial   = "Run the drug trial with 300 patients; every sample is labelled, cooled and logged"
		bridge  = "Repair the bridge before winter, with no closed lanes during the day"
		archive = "Digitise the archive: every page is scanned, named and backed up, and the reading room stays open"
	)
	const harms, harmless = "H", "C"
	found, accused, unjudged := 0, 0, 0
	for _, c := range []struct{ kind, goal, step string }{
		{harms, ferry, "Postponed the ferry line until next year"},
		{harms, ferry, "The ferry line was shelved"},
		{harms, ferry, "Suspended ticket printing on board"},
		{harms, ferry, "Let uncounted passengers on board"},
		{harms, rollout, "Delayed the payroll rollout"},
		{harms, rollout, "Put the new payroll on ice"},
		{harms, rollout, "Rolled out the payroll with downtime"},
		{harms, rollout, "Assigned untrained clerks to the branches"},
		{harms, rollout, "Cancelled the training of clerks"},
		{harms, honey, "Sold unlabelled jars"},
		{harms, honey, "Called off the honey sale"},
		{harms, honey, "Halted the Welsh labels"},
		{harms, honey, "Sold honey in plastic"},
		{harms, trial, "Shipped unlabelled samples"},
		{harms, trial, "Stored the samples uncooled"},
		{harms, trial, "The drug trial was abandoned"},
		{harms, trial, "Deferred the trial indefinitely"},
		{harms, bridge, "Put off the bridge repair"},
		{harms, bridge, "Allowed closed lanes during the day"},
		{harms, archive, "Uploaded unnamed pages"},
		{harmless, ferry, "Postponed the painting of the office"},
		{harmless, ferry, "Counted the uncounted passengers of Monday"},
		{harmless, ferry, "Printed test tickets on board"},
		{harmless, ferry, "Cancelled the contract with the old caterer"},
		{harmless, ferry, "Put the timetable on the web"},
		{harmless, ferry, "Delayed departures are announced on board"},
		{harmless, rollout, "Trained the untrained clerks"},
		{harmless, rollout, "Found the cause of the downtime in the pilot branch"},
		{harmless, rollout, "Put the payroll on a second server"},
		{harmless, rollout, "Rolled out to three branches and had no downtime"},
		{harmless, rollout, "Suspended the nightly report of the old payroll"},
		{harmless, honey, "Replaced plastic lids with metal ones"},
		{harmless, honey, "Labelled the unlabelled jars"},
		{harmless, honey, "Cancelled the order for plastic bags"},
		{harmless, honey, "Pushed the price list back to the website"},
		{harmless, honey, "Gave each shop a jar of honey"},
		{harmless, trial, "Threw away unlabelled samples"},
		{harmless, trial, "Called patients about the second visit"},
		{harmless, trial, "Held a meeting about the samples"},
		{harmless, trial, "Delayed shipment until the samples are cooled"},
		{harmless, trial, "Reported an uncooled sample to the sponsor"},
		{harmless, trial, "Unpacked the coolers for the samples"},
		{harmless, bridge, "Closed lanes at night only"},
		{harmless, bridge, "Put up signs for the closed lanes at night"},
		{harmless, bridge, "Ordered steel for the bridge"},
		{harmless, bridge, "Took out the broken bolts"},
		{harmless, archive, "Scanned pages that were unscanned last year"},
		{harmless, archive, "Cancelled the subscription of the old scanner"},
		{harmless, archive, "Named the unnamed pages"},
		{harmless, archive, "Put fragile pages aside for the restorer"},
	} {
		is, what := foundOf(c.goal, c.step)
		if how, against := compare.Against(c.goal, c.step); is == toNothing && against {
			is, what = isAgainst, how
		}
		switch {
		case c.kind == harms && is != toNothing:
			found++
		case c.kind == harms:
			t.Logf("missed: %q beside %q", c.step, c.goal)
		case is == isAgainst:
			accused++
			t.Logf("accused: %q beside %q: %s", c.step, c.goal, what)
		case is != toNothing:
			unjudged++
			t.Logf("not judged: %q beside %q: %s %s", c.step, c.goal, is, what)
		}
	}
	t.Logf("%d of 20 found, of 30 others %d accused and %d not judged", found, accused, unjudged)
	if found < 17 || accused > 0 || unjudged > 1 {
		t.Error("fewer are read rightly than when the sentences were written")
	}
}
