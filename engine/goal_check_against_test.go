package engine

import (
	"context"
	"slices"
	"strings"
	"testing"

	"asterism/engine/goaldna"
	"asterism/engine/search"
)

// TestStepsAgainstTheGoal checks that what the goal denies is no step toward it, however similar the words, and that what prevents it is one.
func TestStepsAgainstTheGoal(t *testing.T) {
	const parcels = "Customers can track their parcels reliably: the tracking API answers fast, never loses an event, and never charges a customer twice."
	e := open(t, "")
	for _, c := range []struct {
		goal, step  string
		contradicts bool
	}{
		{"Build a payment service that never charges a customer twice", "Charge every customer twice", true},
		{"Build a payment service that never charges a customer twice", "Charging a customer twice is fine", true},
		{"Never charge a customer twice", "Charge every customer twice", true},
		{"Never charge a customer twice", "Charging a customer twice is fine", true},
		{"Never charge a customer twice", "Make sure that a customer is never charged twice", false},
		{"Never charge a customer twice", "Prevent charging a customer twice", false},
		{"Never charge a customer twice", "Fix the bug that charges a customer twice", false},
		{"Keep user data private", "Make user data public", true},
		{"Keep user data private", "Encrypt the data of users", false},
		{"Reduce the memory use of the indexer", "Increase the memory use of the indexer", true},
		{"Reduce the memory use of the indexer", "Measure the memory use of the indexer", false},
		{"Run the tests before each deploy", "Run the tests after each deploy", true},
		{"Do not store passwords in plain text", "Store passwords in plain text", true},
		{"Do not store passwords in plain text", "Hash passwords before they are stored", false},
		{parcels, "Charging a customer twice is fine", true},
		{parcels, "Losing an event is fine", true},
		{parcels, "Remove the idempotency key so customers may be charged twice", true},
		{parcels, "Add an idempotency key so that a customer is never charged twice", false},
		{parcels, "Page the team if a customer is charged twice", false},
		{"Never charge a customer twice.", "Charge the customer twice if the webhook is retried", true},
		{"User data is encrypted at rest", "Disable encryption of user data at rest", true},
		{"User data is encrypted at rest", "Rotate the keys of the encryption at rest", false},
		{"The tests must pass before every merge", "Skip the tests before merge", true},
		{"The tests must pass before every merge", "Run the tests before every merge", false},
		{"Migrate the billing database to PostgreSQL: no invoice is lost, and the shop stays online", "Give up on the migration", true},
		{"Migrate the billing database to PostgreSQL", "Abandon the migration", true},
		{"Migrate the billing database to PostgreSQL", "Roll back the migration of the billing database", true},
		{"Migrate the billing database to PostgreSQL", "Dump the billing database before the migration to PostgreSQL", false},
	} {
		got := checkGoal(t, e, GoalCheck{Goal: c.goal, Action: c.step})
		if got.Contradicts != c.contradicts || got.Drift != c.contradicts || strings.Contains(got.Note, "contradicts") != c.contradicts {
			t.Errorf("%q, %q: similarity %.3f, contradicts %v, drift %v, %q", c.goal, c.step, got.Similarity, got.Contradicts, got.Drift, got.Note)
		}
	}
}

// TestLunchIsNoStep checks that a short step about something else scores below every step toward the goal.
func TestLunchIsNoStep(t *testing.T) {
	e := open(t, "")
	for goal, steps := range map[string][]string{
		"Never charge a customer twice":                               {"Add an idempotency key to each charge", "Refund customers who were charged two times", "Test that a retry does not charge again"},
		"Build a payment service that never charges a customer twice": {"Add an idempotency key to payments", "Keep the number of the callback with the payment", "Write a test of repeated charges"},
		"Migrate the billing database from MySQL to PostgreSQL":       {"Convert columns of invoices to identity columns", "Dump billing tables", "Load the tables into postgres"},
		"Make the image gallery load faster on phones":                {"Serve thumbnails of images", "Measure loading time on a slow phone", "Cache resized images"},
	} {
		var on, off []float64
		for _, s := range steps {
			on = append(on, checkGoal(t, e, GoalCheck{Goal: goal, Action: s}).Similarity)
		}
		for _, s := range []string{"Order lunch", "Water the plants", "Go home", "Book a flight to Rome"} {
			off = append(off, checkGoal(t, e, GoalCheck{Goal: goal, Action: s}).Similarity)
		}
		t.Logf("%s: on %.3f, off %.3f", goal, on, off)
		if slices.Max(off) >= slices.Min(on) {
			t.Errorf("%s: steps on the goal have %.3f, others %.3f", goal, on, off)
		}
	}
}

func TestStepsThatCannotBeJudged(t *testing.T) {
	e := open(t, "")
	for _, step := range []string{"สั่งอาหารกลางวัน", "점심을 주문한다", "הזמן ארוחת צהריים", "اطلب الغداء", "दोपहर का खाना मँगाओ"} {
		got := checkGoal(t, e, GoalCheck{Goal: "Never charge a customer twice", Action: step})
		if got.Signal || got.Drift || got.Similarity != goaldna.NoSignal || !strings.HasPrefix(got.Note, "cannot judge") {
			t.Errorf("%q: %+v", step, got)
		}
	}
	if got := checkGoal(t, e, GoalCheck{Goal: "实现用户登录功能", Action: "编写用户登录页面"}); got.Signal || got.Drift || !strings.Contains(got.Note, "the words that they share") {
		t.Errorf("a step that shares words with its goal: %+v", got)
	}
}

// TestMemoriesAgainstTheGoal checks that θ of a memory that contradicts the North Star is low, and that of one that serves it is not.
func TestMemoriesAgainstTheGoal(t *testing.T) {
	e := open(t, "")
	early := inject(t, e, Note{Content: "Charge every customer twice", Rationale: "a plan"}) // before there is a goal: aligned in the background
	setStar(t, e, "", "Never charge a customer twice")
	against := inject(t, e, Note{Content: "Charging a customer twice is fine", Rationale: "a plan"})
	on := inject(t, e, Note{Content: "A customer must never be charged twice", Rationale: "a rule"})
	aligned(t, e, "")
	theta := func(r *Remembered) float64 {
		m, err := e.Get(context.Background(), r.ID)
		if err != nil {
			t.Fatal(err)
		}
		v, _ := search.Theta(&m.Purpose)
		return v
	}
	for r, want := range map[*Remembered]bool{early: true, against: true, on: false} {
		c, err := e.Chain(t.Context(), r.ID)
		if err != nil || (c.Against != nil) != want || want && (c.Against.Description != "Never charge a customer twice" || c.Against.Differs == "") {
			t.Errorf("%s: against %+v, %v", r.ID, c.Against, err)
		}
	}
	if a, b, c := theta(early), theta(against), theta(on); a > .1 || b > .1 || c < .8 {
		t.Errorf("θ is %.3f and %.3f of what goes against the goal, %.3f of what is on it", a, b, c)
	}
}
