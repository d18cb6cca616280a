package changes

import (
	"strings"
	"testing"
)

// TestTheSetIsWhole: enough groups of two to four statements, no sentence twice.
func TestTheSetIsWhole(t *testing.T) {
	all, err := groups(groupLines)
	if err != nil || len(all) < 60 {
		t.Fatalf("%d groups, %v; want 60 at least", len(all), err)
	}
	met := map[string]bool{}
	once := func(text string) {
		if met[text] || strings.TrimSpace(text) == "" {
			t.Errorf("%q is there twice, or empty", text)
		}
		met[text] = true
	}
	fresh, err := groups(freshLines)
	if err != nil || len(fresh) < 10 {
		t.Fatalf("%d fresh groups, %v; want 10 at least", len(fresh), err)
	}
	for _, g := range append(all, fresh...) {
		if len(g.said) < 2 || len(g.said) > 4 {
			t.Errorf("%s: %d statements, want 2 to 4", g.bare, len(g.said))
		}
		for _, s := range g.said {
			once(s.text)
		}
		for _, q := range []string{g.current, g.bare, g.original} {
			once(q)
		}
	}
	for line := range strings.Lines(strings.TrimSpace(distractorLines)) {
		once(strings.TrimSpace(line))
	}
}

func TestMistakesInTheSet(t *testing.T) {
	for text, says := range map[string]string{
		"= a | b\n":                                 "2 questions",
		"2026-01-01 before any group\n":             "line 1",
		"= a | b | c\nyesterday it was said\n":      "line 2",
		"= a | b | c\n2026-01-02 x\n2026-01-01 y\n": "line 3 is not later",
	} {
		if _, err := groups(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %s", text, err, says)
		}
	}
}

// TestMeasure: with two groups, one that finds its newest only when that was said.
func TestMeasure(t *testing.T) {
	all, err := groups("= current weight of the dog | weight of the dog | original weight of the dog\n2025-01-01 The weight of the dog is 8 kilos.\n2026-01-01 She is 19 kilos heavy by now, our hound.\n" +
		"= where is the key now? | key | where was the key at first?\n2025-01-01 The key is on the shelf.\n2026-01-01 The key is in the drawer.\n")
	if err != nil {
		t.Fatal(err)
	}
	distractors := []string{"The printer is out of toner.", "Our mascot is a heron."}
	said, err := measure(t.Context(), "", all, distractors, true)
	if err != nil || said.current != 1 || said.bare != 1 || said.original != 1 || said.both != 1 {
		t.Errorf("said: %+v, %v; want all right", said, err)
	}
	unsaid, err := measure(t.Context(), "", all, distractors, false)
	if err != nil || unsaid.both >= 1 || unsaid.offered == 0 {
		t.Errorf("not said: %+v, %v; want some wrong, and some offered", unsaid, err)
	}
}
