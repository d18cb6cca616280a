package aims

import "testing"

// TestPutOffGivenAndUndone: steps that put off what the goal names, give a thing what the goal has it without, or are about what is not as the goal wants it; and steps that only look so.
func TestPutOffGivenAndUndone(t *testing.T) {
	const (
		gaps   = "Invoice numbers without gaps, and VAT from our own table"
		review = "Every change to payment code is reviewed by two people and tested before it is merged"
		store  = "Offer an app store without ads, where every app is signed"
		school = "Open the school in September, with lessons in every class and no fees for parents"
		garden = "Plant 200 trees along the river and water them weekly without pesticides"
	)
	for found, steps := range map[string][][2]string{
		isTaking: {
			{tollgate, "Postponed the launch indefinitely"}, {tollgate, "Postponed the launch indefinitely to rewrite the service in Rust"}, {tollgate, "The launch was postponed"},
			{tollgate, "Put the launch on hold"}, {tollgate, "Called off the launch"}, {tollgate, "Cancelled the launch of Tollgate"}, {tollgate, "Delayed the launch by two weeks"},
			{school, "Abandoned the lessons"}, {school, "Lessons were suspended"}, {backup, "Suspended encryption of the archives"}, {letter, "Pushed the newsletter back"},
			{letter, "The newsletter was quietly cancelled"},
		},
		isAgainst: {
			{gaps, "Let invoice numbers have gaps"}, {gaps, "Let invoice numbers have gaps to make it faster"}, {gaps, "Allowed gaps in invoice numbers"}, {gaps, "Invoice numbers may have gaps now"},
			{gaps, "Introduced gaps into the invoice numbers because it was faster"}, {store, "Put ads into the app store"}, {store, "Ship the store with ads"},
			{garden, "Let the trees have pesticides"},
		},
		isUndone: {
			{review, "Merged the unreviewed payment code"}, {review, "Merged the unreviewed payment code over the red tests"}, {review, "Payment code was merged unreviewed"},
			{review, "Released untested code"}, {store, "Published unsigned apps"}, {backup, "Copied unencrypted archives to both regions"}, {store, "Accept non-signed apps"},
		},
		toNothing: {
			{tollgate, "Postponed the office party"}, {tollgate, "Postponed the launch party of the mobile team"}, {gaps, "Found gaps in invoice numbers and closed them"},
			{review, "Reviewed the unreviewed payment code"}, {gaps, "Added a check that invoice numbers have no gaps"}, {gaps, "Invoice numbers have no gaps any more"},
			{gaps, "Let test invoices have gaps"}, {gaps, "Closed the gaps in invoice numbers"}, {review, "Rejected unreviewed code"}, {review, "Found untested payment code"},
			{review, "Wrote tests for the untested code"}, {store, "Removed unsigned apps"}, {store, "Signed the unsigned apps"}, {store, "Refused ads in the store"},
			{"Postpone the launch to spring", "Postponed the launch"}, {"Cancel all unused subscriptions", "Cancelled the unused subscriptions"}, {letter, "Cancelled newsletters are listed in the log"},
			{tollgate, "Delayed retries of failed payments"}, {garden, "Watered the trees with rain water"}, {garden, "Put a fence around the trees"},
			{store, "Let users have a dark theme in the store"}, {"Run the shop with no more than two outages a year", "Run the shop with one outage"},
			{"Run the shop with no more than two outages a year", "The shop had an outage in May"}, {school, "Put chairs into every class"}, {tollgate, "Pushed the launch branch"},
		},
	} {
		for _, c := range steps {
			if is, what := foundOf(c[0], c[1]); is != found {
				t.Errorf("%q beside %q: %q (%s), want %q", c[1], c[0], is, what, found)
			}
		}
	}
}
