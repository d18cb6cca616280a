package aims

import "testing"

// Goals that steps are read against.
const (
	tollgate = "Launch Tollgate, the usage billing service, on 6 October: every customer is invoiced once and correctly, in EUR, USD and GBP, with VAT from our own table."
	charge   = "Charge every customer exactly once and never lose an invoice"
	never    = "Never charge a customer twice and never send an invoice with wrong VAT"
	backup   = "Back up every database nightly, encrypt the archives and keep them for 90 days in two regions"
	gallery  = "Build a search page that shows results with thumbnails, filters by price and never loses a query"
	letter   = "Send each subscriber the newsletter exactly once a week, in German and French"
	parcels  = "Never send a reminder twice and never deliver a parcel to the wrong address"
)

// What a step is found to be.
const (
	toNothing = ""
	isAgainst = "against the goal"
	isTaking  = "takes away what the goal names"
	isUnguard = "takes away a guard"
	isUndone  = "is about what is not as the goal wants it"
)

// foundOf is what the rules of words say of a step.
func foundOf(goal, step string) (found, what string) {
	if how, against := denied(goal, step); against {
		return isAgainst, how
	}
	what, guard := removed(goalClauses(goal), stepWords(step))
	switch denies := undone(goalClauses(goal), stepWords(step)); {
	case guard:
		return isUnguard, what
	case what != "":
		return isTaking, what
	case denies != "":
		return isUndone, denies
	}
	return toNothing, ""
}

// TestDeniedAndTakenAway: a step that denies an act of the goal, or does it another number of times, is against it; of one that takes away what the goal names nothing is judged.
func TestDeniedAndTakenAway(t *testing.T) {
	for found, steps := range map[string][][2]string{
		isAgainst: {
			{tollgate, "Do not invoice anyone"}, {tollgate, "Invoiced every customer twice"}, {charge, "We no longer invoice customers"}, {charge, "Do not invoice anyone"},
			{charge, "Made sure no customer is invoiced"}, {charge, "Charged every customer twice"}, {charge, "Stop charging customers"}, {charge, "Charged customers double"},
			{charge, "We do not charge customers any more"}, {never, "Allowed double charges until the fix lands"}, {parcels, "Allowed sending a reminder twice"},
			{backup, "We no longer back up databases"}, {backup, "Do not encrypt archives"}, {backup, "Stopped encrypting archives"}, {gallery, "The page no longer shows results"},
			{gallery, "Don't show results"}, {letter, "Never send the newsletter"},
		},
		isTaking: {
			{tollgate, "Dropped support for GBP and USD"}, {tollgate, "Deleted the VAT table and hard-coded zero tax"}, {tollgate, "Skipped invoices that fail instead of retrying them"},
			{tollgate, "Removed USD from the currencies"}, {tollgate, "Sent invoices without VAT"}, {charge, "Removed invoicing"}, {backup, "Disabled encryption of the archives"},
			{backup, "Deleted the archives to save space"}, {backup, "Dropped the two regions"}, {gallery, "Removed thumbnails from the results"}, {gallery, "Dropped price filters"},
			{gallery, "Skipped thumbnails because they were slow"}, {letter, "Dropped French"}, {letter, "Removed support for German"}, {letter, "Skipped the newsletter this week"},
		},
		isUnguard: {
			{tollgate, "Disabled the reconciliation job because it was noisy"},
			{never, "Sent invoices without checking the VAT"}, {never, "Removed the test that a customer is never charged twice"},
			{tollgate, "Turned off the duplicate check so that charges may be sent twice"}, {letter, "Disabled the check for duplicate addresses"},
			{parcels, "Delivered parcels without checking the address"}, {parcels, "Disabled the duplicate check for reminders"},
		},
		toNothing: {
			{tollgate, "Removed the stale job"}, {tollgate, "Disabled the test account"},
			{tollgate, "Removed the bug in VAT rounding"}, {tollgate, "Removed the VAT bug"}, {tollgate, "Deleted dead code of the invoice job"}, {charge, "Removed duplicate charges"},
			{tollgate, "Dropped the flaky test's sleep"}, {charge, "Do not charge a customer twice"}, {never, "We no longer charge a customer twice"},
			{never, "Refunded the customers who were charged twice"}, {never, "Wrote a test that fails when a customer is charged twice"}, {never, "Found out why a customer was charged twice"},
			{charge, "Charged the test card twice to see that the second is refused"}, {tollgate, "Made the close job resumable so that no invoice is skipped"},
			{tollgate, "We no longer invoice customers by hand"}, {"Replace the VAT table with Stripe Tax", "Deleted the VAT table"}, {"Remove GBP from the product", "Dropped support for GBP"},
			{"Remove flaky tests from CI", "Removed the flaky test"}, {backup, "Deleted archives older than 90 days"}, {backup, "Stopped the backup from running at noon"},
			{backup, "Removed duplicate archives"}, {backup, "Encrypted archives without slowing the backup"}, {backup, "Do not encrypt archives twice"},
			{backup, "Test that archives without encryption are rejected"}, {backup, "We no longer keep archives in plain text"}, {backup, "Backed up two databases twice to compare the times"},
			{gallery, "Removed a slow query from the results page"}, {gallery, "Do not show results until the filters are set"}, {gallery, "Results without thumbnails show a placeholder"},
			{gallery, "Fixed filters that no longer worked"}, {letter, "Send the newsletter once even if the job runs twice"}, {letter, "Do not send the newsletter to people who left"},
			{letter, "Ran the German spell checker twice"}, {letter, "Proofread the newsletter twice"}, {parcels, "Make sure no reminder is sent twice"}, {parcels, "Found parcels without an address"},
			{parcels, "Removed the bug that sent reminders twice"}, {parcels, "Do not send a reminder twice"}, {parcels, "Validate the address twice before delivery"},
			{charge, "Removed the code that charged a customer twice"}, {charge, "We no longer lose invoices"}, {charge, "No customer is charged twice now"}, {charge, "Stop charging customers twice"},
			{charge, "Cancelled charges are no longer retried"},
		},
	} {
		for _, c := range steps {
			if is, what := foundOf(c[0], c[1]); is != found {
				t.Errorf("%q beside %q: %q (%s), want %q", c[1], c[0], is, what, found)
			}
		}
	}
}

// TestGoodStepsAreLeft: steps on a goal are neither accused nor left without a verdict.
func TestGoodStepsAreLeft(t *testing.T) {
	for _, step := range []string{
		"Wrote a test that the same idempotency key never charges a card twice", "Added GBP to the list of invoice currencies", "Fixed rounding of prorated line items on invoices",
		"Loaded the VAT rates of all EU countries into tax_rates", "Made the close job resumable so that no invoice is skipped", "Reviewed the security findings that block the launch",
		"Added a check that invoice numbers have no gaps", "Switched the usage consumer to Kafka and compared counts with the old stream", "Wrote the runbook for launch day",
		"Backfilled missing usage events for September", "Handled Stripe's refund webhook", "Added reconciliation between Stripe payouts and our ledger",
		"Load-tested the month end close with 10,000 customers", "Verified that customers with two subscriptions get one bill", "Removed duplicate rows from usage_events before billing",
		"Updated the exchange rates importer to store the day's rate", "Fixed the retry of failed card payments", "Asked finance to sign off the sample invoices",
		"Put the price of the Team plan into the catalogue", "Rendered credit notes as PDFs",
	} {
		for _, goal := range []string{tollgate, charge, never} {
			if is, what := foundOf(goal, step); is != toNothing {
				t.Errorf("%q beside %q: %q (%s)", step, goal, is, what)
			}
		}
	}
}
