package engine

import (
	"context"
	"fmt"
	"testing"

	"asterism/engine/dream"
)

// pulseOf returns the pulse of the default namespace.
func pulseOf(t *testing.T, e *Engine) *Pulse {
	t.Helper()
	p, err := e.Pulse(context.Background(), "")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestNothingIsSuggestedForSurprise checks that surprising and incoherent memories are no reason to suggest a dream.
func TestNothingIsSuggestedForSurprise(t *testing.T) {
	e := openWith(t, Config{})
	for i := range 30 {
		if _, err := e.Inject(context.Background(), Note{Content: fmt.Sprintf("Thing %d has nothing to do with box %d.", i*i*7919, i*104729), Rationale: "test"}); err != nil {
			t.Fatal(err)
		}
		if p := pulseOf(t, e); p.SuggestedAction != SuggestNothing {
			t.Fatalf("after %d memories %s is suggested", i+1, p.SuggestedAction)
		}
	}
}

// TestCopiesThatWereCountedAreSuggested: a dry run counts what a dream would merge. Then a dry run is suggested until a dream has merged them.
func TestCopiesThatWereCountedAreSuggested(t *testing.T) {
	e := openWith(t, Config{})
	for range 3 {
		n := Note{Content: "The build of the client fails on Windows.", AllowDuplicate: true}
		if _, err := e.Remember(context.Background(), n); err != nil {
			t.Fatal(err)
		}
	}
	if p := pulseOf(t, e); p.SuggestedAction != SuggestNothing {
		t.Errorf("before anybody looked %s is suggested", p.SuggestedAction)
	}
	for _, c := range []struct {
		dry  bool
		want string
	}{{true, SuggestDryDream}, {false, SuggestNothing}} {
		if _, err := e.Dream(context.Background(), DreamQuestion{Rationale: "test", Phase: dream.NREM, DryRun: c.dry}); err != nil {
			t.Fatal(err)
		}
		if p := pulseOf(t, e); p.SuggestedAction != c.want {
			t.Errorf("dry %v: %s is suggested, want %s", c.dry, p.SuggestedAction, c.want)
		}
	}
}
