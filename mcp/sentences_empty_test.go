package mcp

import (
	"testing"

	"asterism/engine"
)

// TestNothingIsSuggestedToAnEmptyStore calls every tool on an empty store, including calls that fail: no answer suggests an action, in its pulse or in its text.
func TestNothingIsSuggestedToAnEmptyStore(t *testing.T) {
	const none = "01890a5d-ac96-774b-bcce-b302099a8057"
	args := map[string]given{
		"inject_context": nil, "store_memory": nil, "store_memories": nil, // these would fill it
		"search_graph": {"query": "what is the rate limit?"}, "get_memory": {"id": none}, "forget_memory": {"id": none}, "get_alignment_drift": {}, "get_autonomous_status": {},
		"list_memories": {}, "list_namespaces": {}, "list_tags": {}, "get_drift_history": {}, "trigger_drift_correction": {}, "discover_sub_goals": {},
		"trigger_dream": {"rationale": "test", "dry_run": true}, "find_causal_path": {"from": none, "to": none[:35] + "8"}, "check_goal_drift": {"goal": "Bake bread", "action": "Buy flour", "step_number": 0},
		"record_outcome": {"memory_id": none, "useful": 1}, "get_meta_learning_status": {}, "update_memory": {"id": none, "source": "x"}, "restore_memory": {"id": none}, "get_goals": {},
		"trigger_lambda_recalibration": {"dry_run": true}, "get_meta_learning_log": {}, "classify_tool_drift": {"previous": []any{}, "current": []any{}}, "add_goal": {"description": "Find a crew"},
		"remove_goal": {"goal_id": none}, "get_goal_trend": {"goal": "Bake bread"}, "check_server_drift": {"name": "nobody"}, "get_workspace": {}, "get_links": {},
		"decide_link": {"a": none, "b": none[:35] + "8", "decision": "link"}, "embed": {"texts": []string{"a"}, "spaces": []string{"E9"}}, "set_north_star": {"description": "Sail around the world"},
	}
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	for _, tool := range ofTier("all") {
		with, ok := args[tool.Name]
		if !ok {
			t.Errorf("%s is not asked", tool.Name)
		}
		if with == nil {
			continue
		}
		body, refused := c.call(tool.Name, with)
		if refused != nil {
			t.Errorf("%s: %v", tool.Name, refused.Message)
			continue
		}
		if did := at(body, "_cognitive_pulse.suggested_action"); did != engine.SuggestNothing && (body["error"] == nil || did != nil) {
			t.Errorf("%s suggests %v", tool.Name, did)
		}
	}
}
