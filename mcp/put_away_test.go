package mcp

import (
	"fmt"
	"strings"
	"testing"

	"asterism/engine"

	"github.com/google/uuid"
)

// TestAMemoryThatADreamPutAwaySaysSo, and how to restore it. One that a person forgot does not mention dreams.
func TestAMemoryThatADreamPutAwaySaysSo(t *testing.T) {
	c := dial(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	c.handshake()
	n := 1
	ask := func(tool, args string) (map[string]any, string) {
		t.Helper()
		n++
		r := c.call(n, tool, args)
		out, failed := content(t, r)
		if failed {
			t.Fatalf("%s %s: %v", tool, args, out)
		}
		return out, textOf(t, r)
	}
	for _, text := range []string{"The ferry to the island leaves at nine in the morning.", "The ferry to the island leaves at nine in the morning!", "The mill grinds rye."} {
		ask("store_memory", fmt.Sprintf(`{"content":%q}`, text))
	}
	d, _ := ask("trigger_dream", `{"rationale":"tidy","phase":"nrem"}`)
	merges := d["merges"].([]any)
	if len(merges) != 1 {
		t.Fatalf("merged %v", merges)
	}
	merge := merges[0].(map[string]any)
	young, old := merge["put_away"].(string), merge["kept"].(string)
	got, text := ask("get_memory", `{"id":"`+young+`"}`)
	want := map[string]any{"dream_id": d["dream_id"], "namespace": "default", "kept": old}
	if fmt.Sprint(got["put_away"]) != fmt.Sprint(want) {
		t.Errorf("put away %v, want %v", got["put_away"], want)
	}
	if !strings.Contains(text, "a dream forgot it as a near copy of ["+engine.ShortID(uuid.MustParse(old))+"]: restore_memory restores it; trigger_dream with undo "+d["dream_id"].(string)) {
		t.Errorf("it says %q", text)
	}
	silent := func(when, id string) {
		t.Helper()
		if got, text := ask("get_memory", `{"id":"`+id+`"}`); got["put_away"] != nil || strings.Contains(text, "dream") {
			t.Errorf("%s: %v, %q", when, got["put_away"], text)
		}
	}
	silent("the one that was kept", old)
	ask("restore_memory", `{"id":"`+young+`"}`)
	silent("restored", young)
	ask("forget_memory", `{"id":"`+young+`"}`)
	silent("forgotten by somebody since", young)
}
