package mcp

import (
	"strings"
	"testing"

	"asterism/engine"
)

// TestToolsThatReadSayThatANamespaceIsUnknown: each tool that reads a namespace reports one without memories and goals, and names the nearest. Answers and errors both do.
func TestToolsThatReadSayThatANamespaceIsUnknown(t *testing.T) {
	c := dial(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	c.handshake()
	if _, failed := content(t, c.call(1, "store_memory", `{"content":"The API rate limit is 100.","namespace":"tagz"}`)); failed {
		t.Fatal("not stored")
	}
	if _, failed := content(t, c.call(2, "set_north_star", `{"description":"A limit that nobody meets","namespace":"aims"}`)); failed {
		t.Fatal("no goal")
	}
	const want = "No memory has the namespace tagzz; nearest is tagz."
	for n, call := range [][2]string{
		{"discover_sub_goals", ``}, {"get_goals", ``}, {"trigger_dream", `,"rationale":"night","dry_run":true`}, {"get_autonomous_status", ``}, {"get_alignment_drift", ``},
		{"check_goal_drift", `,"step_number":1,"action":"raise the limit"`}, {"trigger_drift_correction", ``}, {"get_drift_history", ``}, {"get_goal_trend", ``}, {"get_workspace", ``}, {"get_links", ``},
		{"search_graph", `,"query":"limit"`}, {"list_memories", ``}, {"list_tags", ``},
	} {
		body, refused := content(t, c.call(10+n, call[0], `{"namespace":"tagzz"`+call[1]+`}`))
		switch hint, _ := at(body, "error.hint").(string); {
		case refused && !strings.Contains(hint, want):
			t.Errorf("%s is refused with %v", call[0], body)
		case !refused && (at(body, "unknown.0.name") != "tagzz" || at(body, "unknown.0.nearest") != "tagz" || !strings.Contains(textOf(t, c.call(40+n, call[0], `{"namespace":"tagzz"`+call[1]+`}`)), want)):
			t.Errorf("%s answers %v", call[0], body)
		}
		for i, known := range []string{"tagz", "aims"} {
			if said := textOf(t, c.call(100+10*n+i, call[0], `{"namespace":"`+known+`"`+call[1]+`}`)); strings.Contains(said, "No memory has the namespace") || strings.Contains(said, `"unknown":`) {
				t.Errorf("%s of namespace %s says %s", call[0], known, said)
			}
		}
	}
	for n, words := range []string{`"namespace":"tagzz","goal":"Raise the limit",`, ``} {
		args := `{` + words + `"step_number":1,"action":"raise the limit"}`
		if said := textOf(t, c.call(300+n, "check_goal_drift", args)); strings.Contains(said, "No memory has") {
			t.Errorf("a check with its own text, or that names no namespace, says %s", said)
		}
	}
}
