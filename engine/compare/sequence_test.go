package compare

import "testing"

// TestTheOtherOrderIsAgainstAGoal checks that a step contradicts a goal if it does its two acts in the opposite order. A step that keeps the order, denies or asks about the opposite one,
// repeats, prepares, or also does something else does not.
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
		{"Compile first and link afterwards", "Link first and compile afterwards", true},
		{"Interview candidates before hiring", "Hire candidates, and interview afterwards", true},
		{"Drain the node before rebooting", "Reboot the node, then drain it", true},
		{"Ask before deleting", "Delete without asking, then ask", true},

		// A text that denies the opposite order, asks about it or repeats an act does not want it.
		{"Test before deploying", "Don't deploy before the tests", false},
		{"Test before deploying", "You can't deploy before testing", false},
		{"Drain the node before rebooting", "You mustn't reboot before draining", false},
		{"Test before deploying", "Why do we deploy before testing?", false},
		{"Test before deploying", "Can we deploy before testing?", false},
		{"Drain the node before rebooting", "Explain why we reboot before draining", false},
		{"Measure before optimising", "Measure again after optimising", false},
		{"Back up before running the migration", "Run the backup after the migration as well", false},
		{"Don't deploy before testing", "Test, then deploy", false},
		// "First" in front of a noun shows which one is meant.
		{"Reply to the first customer and close the ticket", "Close the first ticket and reply to the customer", false},
		{"Write the first chapter and edit the draft", "Edit the first draft and write the chapter", false},
		{"Compile first and link afterwards", "Link the first file and compile it", false},

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
