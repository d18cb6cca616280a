package mcp

import (
	"strings"
	"testing"

	"asterism/engine"
)

// onGoals are goals, each with a step on it, one against it and an unrelated one. The first comes from the report that led to this test.
var onGoals = []struct{ goal, on, against, elsewhere string }{
	{"A payment service that never charges a customer twice", "Add an idempotency key so that no customer is charged twice", "Charge every customer twice", "Order lunch"},
	{"Never delete a customer's photos without asking", "Show a question to the customer first, and delete photos after a yes", "Delete all customer photos without asking", "Water the plants"},
	{"A login that works without a password", "Let people log in with a link and without a password", "Require a password for every login", "Book a flight"},
	{"The search answers within 50 ms", "Make the search answer within 40 ms", "", "Paint the kitchen"},
	{"Backups are encrypted before they leave the machine", "Encrypt the backups before they leave the machine", "Encrypt the backups after they leave the machine", "Feed the cat"},
	{"Keep the data of users private", "Encrypt the data of users on disk", "Make the data of users public", "Wash the car"},
	{"Run the tests before each deploy", "Let the pipeline run the tests before it deploys", "Run the tests after each deploy", "Call the dentist"},
	{"Reduce the memory use of the indexer", "Measure the memory use of the indexer", "Increase the memory use of the indexer", "Buy flowers"},
	{"Do not store passwords in plain text", "Hash passwords before they are stored", "Store passwords in plain text", "Clean the coffee machine"},
	{"Card numbers are never written to the logs", "Mask card numbers before a line is written to the logs", "Write card numbers to the logs", "Walk the dog"},
	{"Nobody deploys on a Friday", "Let the pipeline refuse to deploy on a Friday", "Deploy on a Friday", "Sharpen the knives"},
	{"The app starts without a connection", "Keep the last page on disk, so that the app starts without a connection", "Require a connection when the app starts", "Iron the shirts"},
	{"No request is answered without a token", "Refuse a request that has no token", "Answer requests without a token", "Bake a cake"},
}

// unreadable are steps in languages that the models and the comparer's lists do not know: order lunch, the meeting is at three, water the plants.
var unreadable = []string{
	"회의는 세 시에 시작합니다", "สั่งอาหารกลางวัน", "दोपहर का खाना मँगाओ", "הזמן ארוחת צהריים", "اطلب الغداء", "点午餐", "昼食を注文する", "შეუკვეთე სადილი", "மதிய உணவை ஆர்டர் செய்", "ምሳ እዘዝ", "দুপুরের খাবার অর্ডার করো", "Պատվիրիր ճաշ",
}

// TestStepsAgainstAGoalThroughAServer: a step against the goal drifts and is reported as contradicting it. Short unrelated steps rank behind steps on the goal. A step in a language
// that the models cannot read is not judged.
func TestStepsAgainstAGoalThroughAServer(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	for i, k := range onGoals {
		ns := "goal-" + string(rune('a'+i))
		step := 0
		check := func(action string) map[string]any {
			body, refused := c.call("check_goal_drift", map[string]any{"goal": k.goal, "action": action, "step_number": step, "namespace": ns})
			step++
			if refused != nil || body["error"] != nil {
				t.Fatal(action, refused, body)
			}
			return body
		}
		on, elsewhere := check(k.on), check(k.elsewhere)
		if on["drift"] == true || on["contradicts"] == true || on["similarity"].(float64) <= elsewhere["similarity"].(float64) || elsewhere["contradicts"] == true {
			t.Errorf("%s: %q gives %v (drift %v, %v), %q gives %v (drift %v, signal %v)", k.goal, k.on, on["similarity"], on["drift"], on["note"], k.elsewhere, elsewhere["similarity"], elsewhere["drift"], elsewhere["signal"])
		}
		if k.against != "" {
			if against := check(k.against); against["drift"] != true || against["contradicts"] != true || against["similarity"].(float64) >= on["similarity"].(float64) {
				t.Errorf("%s: %q gives %v (drift %v, contradicts %v, %v)", k.goal, k.against, against["similarity"], against["drift"], against["contradicts"], against["note"])
			}
		}
		for _, unread := range []string{unreadable[i%len(unreadable)], unreadable[(i+5)%len(unreadable)]} {
			got := check(unread)
			if note, _ := got["note"].(string); got["signal"] == true || got["drift"] == true || !strings.HasPrefix(note, "cannot judge") {
				t.Errorf("%s: %q gives %v", k.goal, unread, got)
			}
		}
	}
}

// TestAnotherNumberThanTheGoalsIsSaid: a step with the goal's words and another number or version is not a step against it, and the answer says which number it has.
func TestAnotherNumberThanTheGoalsIsSaid(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	for i, k := range []struct{ goal, step, said string }{
		{"Charge a customer at most 1 time", "Charge a customer at most 2 times", "1 → 2"},
		{"The search answers within 50 ms", "The search answers within 500 ms", "50 → 500"},
		{"Keep logs for 30 days", "Keep logs for 3 days", "30 → 3"},
		{"Support 100 users at once", "Support 50 users at once", "100 → 50"},
		{"Upgrade the database to version 16.2", "Upgrade the database to version 14.9", "16.2 → 14.9"},
		{"Answer tickets within two days", "Answer tickets within nine days", "two → nine"},
		{"Move the orders to db-02", "Move the orders to db-07", "db-02 → db-07"},
		{"Close ticket PAY-1041", "Close ticket PAY-1042", "PAY-1041 → PAY-1042"},
		{"Release the app on 3 May", "Release the app on 9 May", "3 → 9"},
		{"Cut the cost of storage by 20 percent", "Cut the cost of storage by 2 percent", "20 → 2"},
		{"Serve the page on port 8443", "Serve the page on port 8080", "8443 → 8080"},
	} {
		body, refused := c.call("check_goal_drift", map[string]any{"goal": k.goal, "action": k.step, "step_number": 0, "namespace": "number-" + string(rune('a'+i))})
		if refused != nil || body["error"] != nil {
			t.Fatal(k.step, refused, body)
		}
		if note, _ := body["note"].(string); !strings.Contains(note, k.said) || body["contradicts"] == true {
			t.Errorf("%s: %q: %q (contradicts %v)", k.goal, k.step, note, body["contradicts"])
		}
	}
}
