package tools

import (
	"context"
	"errors"
	"testing"
	"time"

	"asterism/mcp/tooldrift"
)

// TestWordsOfACommandAreHidden except short ones, which may be parts of other words.
func TestWordsOfACommandAreHidden(t *testing.T) {
	at := tooldrift.Target{Command: []string{"node", "/nowhere/server.js", "--key", "sk-1234567890"}}
	for said, want := range map[string]string{
		"list tools of " + at.String() + ": gone":               "list tools of the server: gone",
		"node: no file /nowhere/server.js, --key sk-1234567890": "node: no file …, --key …",
	} {
		if got := without(at, errors.New(said)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestACheckThatWaitsForItsTurnCanBeGivenUp while the maximum number of checks is running.
func TestACheckThatWaitsForItsTurnCanBeGivenUp(t *testing.T) {
	pins := tooldrift.Pins{Dir: t.TempDir()}
	if _, err := pins.Create("slow", tooldrift.Target{URL: "http://127.0.0.1:1"}, nil, tooldrift.List{}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	full := Pinned{pins: pins, slots: make(chan struct{})}
	if _, err := full.check(ctx, "slow"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("given up while it waited: %v", err)
	}
}
