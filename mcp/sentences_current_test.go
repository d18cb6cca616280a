package mcp

import (
	"strings"
	"testing"
	"time"

	"asterism/engine"
)

// TestTheNewestComesFirstThoughNobodySaidSo: of different statements about the same thing, the newest comes first, although no memory says which it replaces. No statement is
// hidden.
func TestTheNewestComesFirstThoughNobodySaidSo(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	s := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{Now: func() time.Time { return now }}))})
	storeTexts(t, s, "default", "Team lunch at the Thai place.", "The printer on the second floor is out of toner.", "Our mascot is a heron.", "Parking needs a badge.")
	for _, c := range changed {
		for k, text := range c.said {
			if body, refused := s.call("store_memory", map[string]any{"content": text, "rationale": "note", "timestamp": []string{"2025-04-02", "2026-05-11", "2026-11-03"}[k]}); refused != nil || body["error"] != nil {
				t.Fatal(text, refused, body)
			}
		}
	}
	for _, c := range changed {
		_, got := shownOf(t, s, map[string]any{"query": c.question})
		if len(got) < 3 || got[0] != c.said[2] {
			t.Errorf("%s: %q", c.question, got[:min(3, len(got))])
		}
		all := strings.Join(got, "\n")
		for _, text := range c.said {
			if !strings.Contains(all, text) {
				t.Errorf("%s: %q is not among the ten", c.question, text)
			}
		}
	}
}
