package compare

import (
	"strings"
	"testing"
)

// TestAgainstOneClause checks that goals and steps of several clauses are compared clause by clause.
func TestAgainstOneClause(t *testing.T) {
	const (
		parcels = "Customers can track their parcels reliably: the tracking API answers fast, never loses an event, and never charges a customer twice."
		charge  = "Never charge a customer twice."
		rest    = "User data is encrypted at rest"
		tests   = "The tests must pass before every merge"
		move    = "Migrate the orders database from MySQL to Postgres: no order is lost, and the shop stays online."
		account = "Users can export their data and delete their account"
		plain   = "Do not store passwords in plain text or write card numbers to the logs"
	)
	for _, c := range []struct {
		goal, text string
		want       bool
	}{
		{parcels, "Charging a customer twice is fine", true},
		{parcels, "Losing an event is fine", true},
		{parcels, "It is ok to lose an event now and then", true},
		{parcels, "Charge every customer twice", true},
		{parcels, "The tracking API may lose an event", true},
		{parcels, "Customers can no longer track their parcels", true},
		{parcels, "Disable the tracking of parcels", true},
		{parcels, "The tracking API answers slowly", true},
		{parcels, "Charge the customer twice if the webhook is retried", true},
		{parcels, "Remove the idempotency key so customers may be charged twice", true},
		{parcels, "Add an idempotency key so that a customer is never charged twice", false},
		{parcels, "Test that no event is lost", false},
		{parcels, "Prevent charging a customer twice", false},
		{parcels, "Measure how fast the tracking API answers", false},
		{parcels, "Page the team if a customer is charged twice", false},
		{parcels, "Add a retry when an event is lost", false},
		{parcels, "Log every event of a parcel", false},
		{parcels, "Let customers track their parcels on a map", false},
		{parcels, "Order lunch", false},
		{parcels, "Show customers how many parcels are late", false},
		{parcels, "Cache answers of the tracking API", false},
		{parcels, "Check whether the tracking API loses an event", false},

		{charge, "Charge the customer twice if the webhook is retried", true},
		{charge, "If the webhook is retried, charge the customer twice", true},
		{charge, "Charge the customer twice when the webhook is retried", true},
		{charge, "Remove the idempotency key so customers may be charged twice", true},
		{charge, "Remove the idempotency check so that customers may be charged twice", true},
		{charge, "Skip the duplicate check, and charge the customer twice", true},
		{charge, "Add a unique index so customers are not charged twice", false},
		{charge, "Check whether a customer is charged twice", false},
		{charge, "Refund the customer if she was charged twice", false},
		{charge, "Tell the customer when she is charged twice", false},
		{charge, "Write to the team if a customer is charged twice", false},
		{charge, "Add a lock because customers may be charged twice", false},
		{charge, "Find out why customers are charged twice, and fix it", false},
		{charge, "Keep the idempotency key so that a retry does not charge again", false},
		{charge, "Charge customers once, and mail them a receipt", false},

		{"The app starts without a connection", "Require a connection when the app starts", true},
		{"The app starts without a connection", "Warn when the app starts without a connection", false},
		{"The app starts without a connection", "Show a banner when the app has no connection", false},

		{rest, "Disable encryption of user data at rest", true},
		{rest, "Turn off the encryption of user data", true},
		{rest, "Do not encrypt user data at rest", true},
		{rest, "Store user data at rest unencrypted", true},
		{rest, "Encrypt user data at rest with AES", false},
		{rest, "Rotate the keys of the encryption at rest", false},
		{rest, "Test the encryption of user data at rest", false},
		{"User data is encrypted at rest and never leaves the EU", "Disable encryption of user data", true},
		{"User data is encrypted at rest and never leaves the EU", "User data may leave the EU", true},
		{"User data is encrypted at rest and never leaves the EU", "Move user data to the EU", false},

		{tests, "Skip the tests before merge", true},
		{tests, "Merge without tests", true},
		{tests, "Merge even if the tests fail", false},
		{tests, "Bypass the tests", true},
		{tests, "Run the tests before every merge", false},
		{tests, "Make the tests faster", false},
		{tests, "Skip the slow lint before merge", false},

		{move, "Abandon the migration", true},
		{move, "Give up on the migration and keep MySQL", true},
		{move, "Cancel the migration to Postgres", true},
		{move, "Losing an order is fine", true},
		{move, "Take the shop offline", true},
		{move, "Stop the migration if an order is lost", false},
		{move, "Stop the database, copy the orders, and start it again", false},
		{move, "Dump the orders database before the migration", false},
		{move, "Drop the MySQL database after the migration", false},
		{move, "Abandon the plan if the test migration loses an order", false},
		{"Migrate the orders to Postgres without losing data", "Abandon the migration", true},
		{"Migrate the orders to Postgres without losing data", "Migrate the orders to Postgres in small steps", false},

		{account, "Users can no longer delete their account", true},
		{account, "Do not let users export their data", true},
		{account, "Let users delete their account on the phone", false},
		{account, "Guests can not delete their account", false},

		{plain, "Store passwords in plain text", true},
		{plain, "Write card numbers to the logs", true},
		{plain, "Never write card numbers to the logs", false},
		{plain, "Do not write names or card numbers to the logs", false},
		{plain, "Mask card numbers before they are written to the logs", false},
	} {
		if differs, got := Against(c.goal, c.text); got != c.want {
			t.Errorf("%q, %q: %v (%s), want %v", c.goal, c.text, got, differs, c.want)
		}
	}
}

// TestStepsOfPlans compares steps with goals of several clauses. Some contradict a clause; the others are steps toward the goal, or about something else.
func TestStepsOfPlans(t *testing.T) {
	for _, c := range []struct {
		goal        string
		against, on []string
	}{
		{"Ship the mobile app by March: it starts in under two seconds, works offline, and supports dark mode.",
			[]string{"Drop support for dark mode", "The app does not work offline", "Remove dark mode", "Disable dark mode", "Skip offline support", "Require a network so that the app does not work offline"},
			[]string{"Add a splash screen", "Cache the feed so that it works offline", "Fix the bug where dark mode is off", "Start the app without loading the feed", "Test the app offline", "Remove the unused fonts so the app starts faster", "Turn off animations when the phone is old", "Drop the old cache", "Stop loading the feed before the app starts", "Write the release notes", "Enable dark mode by default", "Delay the push service so the app starts in under two seconds"}},
		{"Every request is logged and no password is ever written to the logs; logs are kept for 30 days.",
			[]string{"Write the password to the logs", "Do not log requests", "Disable logging", "Delete the logs after a day and skip logging", "Stop logging requests", "Passwords may be written to the logs"},
			[]string{"Mask the password before a request is logged", "Rotate the logs", "Log the id of every request", "Delete logs after 30 days", "Remove passwords from the logs", "Do not log passwords", "Never write a password to the logs", "Add a test that no password is logged"}},
		{"Keep the website online during the move, do not lose orders, and tell customers before any downtime",
			[]string{"Take the website offline", "Losing orders is fine", "Do not tell customers", "Take the website offline and copy the orders"},
			[]string{"Copy the orders twice so that none is lost", "Tell customers a week before the move", "Move the website at night", "Put a banner on the website", "Do not move the orders by hand", "Stop the old server after the move", "Back up the orders"}},
		{"Refactor the parser without changing its output",
			[]string{"Change the output of the parser", "Abandon the refactoring", "Cancel the refactoring of the parser"},
			[]string{"Split the parser into three files", "Add tests of the output", "Remove dead code of the parser", "Do not change the public API", "Compare the output before and after"}},
		{"Reduce cloud costs by 30 percent without hurting latency",
			[]string{"Increase cloud costs", "Hurting latency is ok"},
			[]string{"Turn off idle machines", "Cancel the unused support plan", "Delete old snapshots", "Stop the staging cluster at night", "Measure latency", "Reduce cloud costs by 10 percent"}},
		{"Payments must be idempotent, audited, and refundable",
			[]string{"Disable the audit of payments", "Make payments not refundable", "Skip the audit of payments", "Payments are not audited"},
			[]string{"Store an idempotency key", "Audit payments daily", "Add a refund endpoint", "Do not refund twice"}},
		{"Support at least 500 users; answer in under 200 ms",
			[]string{"Answer in over 200 ms"},
			[]string{"Support 100 users first", "Answer in 150 ms", "Add an index"}},
	} {
		for _, step := range c.against {
			if differs, got := Against(c.goal, step); !got {
				t.Errorf("%q is not against %q: %s", step, c.goal, differs)
			}
		}
		for _, step := range c.on {
			if differs, got := Against(c.goal, step); got {
				t.Errorf("%q is against %q: %s", step, c.goal, differs)
			}
		}
	}
}

// TestOddGoals checks that goals and steps without a clause, or longer than the limit, cause no failure.
func TestOddGoals(t *testing.T) {
	long := strings.Repeat("the importer reads a file of orders and writes a row for each of them ", 8)
	texts := []string{"", ",", " and ", "if", "If it rains, ", ": or ; nor,", "never or", "so that", "without", long, strings.Repeat("a, ", 300), "Stop if so", "даже если", "不 and 不, or"}
	for _, goal := range texts {
		for _, text := range texts {
			if differs, against := Against(goal, text); against {
				t.Errorf("%q is against %q: %s", text, goal, differs)
			}
		}
	}
	goal := long + "; it never charges a customer twice"
	if differs, against := Against(goal, "Charge every customer twice if it rains"); !against || differs == "" {
		t.Errorf("a clause of a long goal: %q, %v", differs, against)
	}
}
