package mcp

import (
	"testing"

	"asterism/engine"
)

// TestWhatWasDoneIsSaid through a server: a restore of a memory that was not forgotten, offers about several memories stored in one call, tags, and a memory that replaces a newer
// one.
func TestWhatWasDoneIsSaid(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	call := func(tool string, args map[string]any) map[string]any {
		t.Helper()
		body, refused := c.call(tool, args)
		if refused != nil || body["error"] != nil {
			t.Fatal(tool, refused, body)
		}
		return body
	}
	newer := call("store_memory", map[string]any{"content": "Emails are sent by Mailgun.", "timestamp": "2026-05-01", "tags": []string{"mail", " mail ", "Mail"}})["fingerprintId"]
	if got := call("list_memories", map[string]any{"tags": []string{"mail"}})["memories"].([]any); len(got) != 1 || len(got[0].(map[string]any)["tags"].([]any)) != 2 {
		t.Errorf("%v, want one with mail and Mail", got)
	}
	if got := call("restore_memory", map[string]any{"id": newer}); got["restored"] != false {
		t.Errorf("restored, and never forgotten: %v", got)
	}
	call("forget_memory", map[string]any{"id": newer})
	if got := call("restore_memory", map[string]any{"id": newer}); got["restored"] != true {
		t.Errorf("not restored: %v", got)
	}
	many := call("store_memories", map[string]any{"memories": []map[string]any{{"content": "Emails are sent by Postmark."}, {"content": "The mascot is a heron."}}})["memories"].([]any)
	if offered := many[0].(map[string]any)["may_supersede"]; offered == nil || at(offered.([]any)[0].(map[string]any), "id") != newer {
		t.Errorf("offered: %v, want %v", offered, newer)
	}
	if offered, any := many[1].(map[string]any)["may_supersede"]; any {
		t.Errorf("offered for the mascot: %v", offered)
	}
	got := call("store_memory", map[string]any{"content": "Emails are sent by Sendgrid.", "timestamp": "2024-05-01", "supersedes": []any{newer}})
	if ids, _ := got["replaces_newer"].([]any); len(ids) != 1 || ids[0] != newer {
		t.Errorf("it replaces what is newer: %v", got)
	}
	old := call("store_memory", map[string]any{"content": "Faxes go to the second floor.", "timestamp": "2024-05-01"})["fingerprintId"]
	if ids, _ := call("update_memory", map[string]any{"id": old, "supersedes": []any{newer}})["replaces_newer"].([]any); len(ids) != 1 || ids[0] != newer {
		t.Errorf("an update replaces what is newer: %v", ids)
	}
}
