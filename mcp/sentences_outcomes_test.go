package mcp

import (
	"fmt"
	"testing"

	"asterism/engine"
)

// TestOutcomesOfSearchesTeachSearchOnly makes forty searches in each of eleven namespaces, in which the first hit is used and the others are not. λ stays where the lifecycle sets
// it, no escalation happens, and accuracy is the share of searches whose first hit was used.
func TestOutcomesOfSearchesTeachSearchOnly(t *testing.T) {
	const searches = 40
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	must := func(tool string, args given) given {
		t.Helper()
		body, refused := c.call(tool, args)
		if refused != nil || body["error"] != nil {
			t.Fatalf("%s %v: %v %v", tool, args, refused, body["error"])
		}
		return body
	}
	asked := 0
	for i, k := range updated {
		ns := "learned-" + string(rune('a'+i))
		storeTexts(t, c, ns, k.old, k.other, "The printer on the second floor is out of toner.", "Our mascot is a heron.")
		for n := range searches {
			body := must("search_graph", given{"query": fmt.Sprint(k.old, " ", n), "namespace": ns})
			for j := range 3 {
				worth := 0.
				if j == 0 {
					worth = 1
				}
				must("record_outcome", given{"query_id": body["query_id"], "memory_id": at(body, fmt.Sprintf("results.%d.id", j)), "useful": worth})
			}
			asked++
			status := must("get_meta_learning_status", nil)
			if at(status, "current_lambdas.lambda_s") != at(status, "base_lambdas.lambda_s") || at(status, "current_lambdas.lambda_s") == nil || status["escalation_status"] != "none" {
				t.Fatalf("%s: after %d searches λ is %v, by the lifecycle %v, escalation %v", k.old, asked, status["current_lambdas"], status["base_lambdas"], status["escalation_status"])
			}
		}
		if state := must("get_autonomous_status", given{"namespace": ns}); at(state, "learning.escalation_status") != nil {
			t.Errorf("%s: %v", k.old, at(state, "learning.escalation_status"))
		}
	}
	log := must("get_meta_learning_log", given{})
	if log["total_count"] != 0. {
		t.Errorf("the log has %v events: %v", log["total_count"], log)
	}
}
