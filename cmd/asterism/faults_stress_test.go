package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"asterism/bench/faults/stress"
)

// asClient makes the test binary act as one of the client processes of `make stress`.
const asClient = "ASTERISM_TEST_AS_CLIENT"

// A client must begin before the tests, whatever else TestMain does.
func init() {
	if os.Getenv(asClient) != "1" {
		return
	}
	if err := stress.Client(context.Background(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// small are rounds that take a second or two.
func small(t *testing.T) *stress.Options {
	return &stress.Options{Dir: t.TempDir(), Clients: 4, Writers: 16, Notes: 600, Seed: 11,
		Program: func(ctx context.Context, args ...string) *exec.Cmd {
			cmd := exec.CommandContext(ctx, os.Args[0], args...)
			cmd.Env = append(os.Environ(), asProgram+"=1")
			return cmd
		},
		Self: func(ctx context.Context, _ ...string) *exec.Cmd {
			cmd := exec.CommandContext(ctx, os.Args[0])
			cmd.Env = append(os.Environ(), asClient+"=1")
			return cmd
		}}
}

// TestKilledServerKeepsWhatItAcknowledged is a small `make stress`: four client processes with sixteen writers each, and a server killed with SIGKILL during their writes. Every
// acknowledged memory is there, complete and once, even if two clients sent the same text at the same time.
func TestKilledServerKeepsWhatItAcknowledged(t *testing.T) {
	o := small(t)
	for round := range 2 {
		r, err := o.Run(t.Context(), round)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%+v", *r)
		for _, wrong := range r.Wrong {
			t.Error(wrong)
		}
		if r.Known < r.KilledAt || r.Lost+r.Half+r.Twice > 0 {
			t.Errorf("round %d: %+v", round, r)
		}
	}
}

// TestServerKeepsUpUnderLoad is the other part in small: eight clients that add, search and forget. Every call is answered; the speed is not tested.
func TestServerKeepsUpUnderLoad(t *testing.T) {
	s, err := small(t).Sustain(t.Context(), stress.Load{Clients: 8, Held: 5, Warm: 200 * time.Millisecond, Long: 1500 * time.Millisecond, Every: 50 * time.Millisecond}, t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", *s)
	if s.Failed > 0 || s.Inject.Count == 0 || s.Search.Count == 0 || s.MemoryStart <= 0 {
		t.Errorf("%+v", *s)
	}
}
