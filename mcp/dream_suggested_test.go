package mcp

import (
	"testing"

	"asterism/engine"
)

// TestADryRunSuggestsNoOther: after a dry run that showed copies, answers suggest merging them. Other answers suggest a dry run, until a real dream has run.
func TestADryRunSuggestsNoOther(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	suggests := func(tool string, args map[string]any) any {
		t.Helper()
		body, refused := c.call(tool, args)
		if refused != nil {
			t.Fatal(refused.Message)
		}
		return at(body, "_cognitive_pulse.suggested_action")
	}
	dream := func(phase string, dry bool) any {
		t.Helper()
		return suggests("trigger_dream", map[string]any{"rationale": "tidy", "phase": phase, "dry_run": dry})
	}
	storeTexts(t, c, "default", "The mill grinds rye.")
	if got := dream("nrem", true); got != engine.SuggestNothing {
		t.Errorf("a dry run without copies suggests %v", got)
	}
	storeTexts(t, c, "default", "The ferry to the island leaves at nine in the morning.", "The ferry to the island leaves at nine in the morning!")
	if got := dream("nrem", true); got != engine.SuggestDream {
		t.Errorf("a dry run with copies suggests %v, want %s", got, engine.SuggestDream)
	}
	if got := dream("rem", true); got != engine.SuggestNothing {
		t.Errorf("a dry run that looked for links suggests %v", got)
	}
	if got := suggests("list_memories", nil); got != engine.SuggestDryDream {
		t.Errorf("later %v is suggested, want %s", got, engine.SuggestDryDream)
	}
	if got := dream("nrem", false); got != engine.SuggestNothing {
		t.Errorf("a dream suggests %v", got)
	}
}
