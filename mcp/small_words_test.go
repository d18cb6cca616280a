package mcp

import (
	"strings"
	"testing"
	"time"

	"asterism/engine"
)

// TestSmallWords of answers: if nothing is found, the answer names what excludes hits. A missing link is reported with its two ends, and no memory is aligned if there are no goals.
func TestSmallWords(t *testing.T) {
	c := dial(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	c.handshake()
	n := 1
	ask := func(tool, args string) (map[string]any, string) {
		t.Helper()
		n++
		r := c.call(n, tool, args)
		body, _ := content(t, r)
		return body, textOf(t, r)
	}
	var ids []string
	for _, text := range []string{"The kettle is in the lab.", "Bicycles stand at the gate."} {
		kept, _ := ask("store_memory", `{"content":"`+text+`"}`)
		ids = append(ids, kept["fingerprintId"].(string))
	}
	for args, want := range map[string]string{
		`{"query":"where is the boat?","minSimilarity":0.99}`:                      "Nothing found among 2 memories with minSimilarity 0.99.",
		`{"query":"where is the boat?","min_alignment":0.9}`:                       "Nothing found: none of 2 memories passes the filter min_alignment 0.9.",
		`{"query":"where is the boat?","min_alignment":0.9,"minSimilarity":0.125}`: "none of 2 memories passes the filter min_alignment 0.9.",
	} {
		if _, text := ask("search_graph", args); !strings.Contains(text, want) {
			t.Errorf("%s: %q lacks %q", args, text, want)
		}
	}
	if _, text := ask("search_graph", `{"query":"kettle"}`); strings.Contains(text, " with min") {
		t.Errorf("without bounds: %q", text)
	}
	for decision, want := range map[string]string{"accept": "was proposed or learned", "refuse": " to refuse", "unlink": " to unlink"} {
		body, _ := ask("decide_link", `{"a":"`+ids[0]+`","b":"`+ids[1]+`","decision":"`+decision+`"}`)
		e := body["error"].(map[string]any)
		mustContain(t, e["message"], "between memories "+ids[0]+" and "+ids[1], want)
		mustContain(t, e["hint"], "get_links shows what there is")
	}
	measured := func(want float64) {
		t.Helper()
		goals, _ := ask("get_goals", `{}`)
		if a := goals["alignment"].(map[string]any); a["memories"] != 2. || a["measured"] != want {
			t.Errorf("%v, want %v measured", a, want)
		}
	}
	measured(0)
	goal, _ := ask("set_north_star", `{"description":"Keep the lab in order"}`)
	for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		goals, _ := ask("get_goals", `{}`)
		if goals["alignment"].(map[string]any)["measured"] == 2. {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("never measured: %v", goals)
		}
	}
	ask("remove_goal", `{"goal_id":"`+goal["goal"].(map[string]any)["id"].(string)+`"}`)
	measured(0)
}
