package compare

import "testing"

// TestTheOtherOrderIsAgainstAGoal: a step that does two things in the other order than the goal wants goes against it. One that keeps the order, denies the other, prepares, or does something else as well does not.
func TestTheOtherOrderIsAgainstAGoal(t *testing.T) {
	for _, c := range []struct {
		goal, step string
		against    bool
	}{
		{"Back up before running the migration", "Run the migration, then back up", true},
		{"Back up before running the migration", "Run the migration, then make a backup", true},
		{"Take a backup before each migration", "Migrate first and take the backup later", true},
		{"Run the migration only after a backup", "Back up after the migration", true},
		{"Test before deploying", "Deploy first and test later", true},
		{"Deploy only after the tests are green", "Deploy, then run the tests", true},
		{"Ask the customer before closing the ticket", "Close the ticket and then ask the customer", true},
		{"Merge after review", "Merge, then review", true},
		{"Review before merge", "Merge and then review", true},
		{"Wash hands before cooking", "After cooking, wash hands", true},
		{"Validate input before saving it", "Save the input before validating it", true},
		{"Notify the team before a deploy", "Deploy and notify the team later", true},
		{"Before cooking, wash hands", "Cook, then wash hands", true},

		{"Back up before running the migration", "Back up, then run the migration", false},
		{"Back up before running the migration", "Make a backup, then run the migration", false},
		{"Test before deploying", "Test first and deploy later", false},
		{"Test before deploying", "Never deploy before testing", false},
		{"Test before deploying", "Deploy, then test the rollback", false},
		{"Test before deploying", "Then test", false},
		{"Merge after review", "Review, then merge", false},
		{"Merge after review", "After review, merge", false},
		{"Notify the team before a deploy", "Plan the deploy, then notify the team", false},
		{"Validate input before saving it", "Read the docs before validating", false},
		{"Publish the report", "Publish the report, then tell the team", false},
	} {
		if differs, against := Against(c.goal, c.step); against != c.against {
			t.Errorf("goal %q, step %q: against %v (%s)", c.goal, c.step, against, differs)
		}
	}
	if differs, _ := Against("Back up before running the migration", "Run the migration, then back up"); differs != "the other order: migration before backup" {
		t.Errorf("the reason is %q", differs)
	}
}
