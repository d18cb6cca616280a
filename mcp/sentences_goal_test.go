package mcp

import (
	"strings"
	"testing"

	"asterism/engine"
)

// TestStepsAgainstAGoalThroughAServer: what goes against the goal drifts and is said to contradict it, short steps from elsewhere stand behind steps on the goal, and a step in
// a language that the models do not read is not judged.
func TestStepsAgainstAGoalThroughAServer(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	for i, k := range []struct {
		goal, on, against, elsewhere string
	}{
		{"A payment service that never charges a customer twice", "Add an idempotency key so that no customer is charged twice", "Charge every customer twice", "Order lunch"},
		{"Never delete a customer's photos without asking", "Show a question to the customer first, and delete photos after a yes", "Delete all customer photos without asking", "Water the plants"},
		{"A login that works without a password", "Let people log in with a link and without a password", "Require a password for every login", "Book a flight"},
		{"The search answers within 50 ms", "Make the search answer within 40 ms", "", "Paint the kitchen"},
		{"Backups are encrypted before they leave the machine", "Encrypt the backups before they leave the machine", "", "Feed the cat"},
	} {
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
			t.Errorf("%s: %q gives %v (drift %v), %q gives %v (drift %v, signal %v)", k.goal, k.on, on["similarity"], on["drift"], k.elsewhere, elsewhere["similarity"], elsewhere["drift"], elsewhere["signal"])
		}
		if k.against != "" {
			if against := check(k.against); against["drift"] != true || against["contradicts"] != true || against["similarity"].(float64) >= on["similarity"].(float64) {
				t.Errorf("%s: %q gives %v", k.goal, k.against, against)
			}
		}
		for _, unread := range []string{"회의는 세 시에 시작합니다", "สั่งอาหารกลางวัน"} {
			got := check(unread)
			if note, _ := got["note"].(string); got["signal"] == true || got["drift"] == true || !strings.HasPrefix(note, "cannot judge") {
				t.Errorf("%s: %q gives %v", k.goal, unread, got)
			}
		}
	}
}
