package goaldna

import "testing"

func TestChore(t *testing.T) {
	for _, step := range []string{"Run the tests", "git add -A", "git commit -m wip", "git commit -m \"fix tests\"", "git push", "$ git push", "`git status`", "Open a pull request", "Wait for CI", "Merge to main", "Read the logs",
		"Rerun the failing tests", "Push the branch", "Commit the changes", "Rebase on main", "Resolve merge conflicts", "go test ./...", "npm install", "make test", "pytest -q", "Run pytest", "cat engine/open.go", "Open main.go",
		"Look at the code", "Fix the lint errors", "Install the dependencies", "Wait 5 minutes for the pipeline", "Check the CI status", "Read the README", "Let me run the unit tests again.", "All tests pass", "Open the file cmd/main.go"} {
		if !Chore(step) {
			t.Errorf("%q is no chore", step)
		}
	}
	for _, step := range []string{"", "Order lunch", "Go home", "Go to the shop", "Make a cake", "Open the window", "Read the newspaper", "Run five miles", "Water the plants", "Find a flat", "Read the logs of the payment service",
		"git commit -m \"Animate the menu of the landing page\"", "Write a blog article about design", "Add the endpoint that lists users", "Delete the files", "Test the user API", "Check the weather", "Fix it", "42", "Push the button",
		"Merge the customer records", "Install solar panels", "Print business cards", "Build a payment service", "Cat videos", "закажи обед"} {
		if Chore(step) {
			t.Errorf("%q is a chore", step)
		}
	}
}
