package main

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/rocks"
	"asterism/engine/store/suite"
)

// TestPurge removes what was forgotten long enough ago, shows it before, and changes nothing else.
func TestPurge(t *testing.T) {
	t.Parallel() // a command waits half a minute for the owner
	data := filepath.Join(t.TempDir(), "store")
	if _, errs, code := run(t, data, "purge"); code != 1 || !strings.Contains(errs, "--data") {
		t.Errorf("no store: exit code %d: %s", code, errs)
	}
	ctx := context.Background()
	s, err := rocks.Open(ctx, rocks.Options{Dir: data})
	if err != nil {
		t.Fatal(err)
	}
	for n, days := range []int{0, 29, 31, 90} { // 0: not forgotten
		cmds := []store.Command{suite.Remember(suite.Sample(n))}
		if days > 0 {
			cmds = append(cmds, store.Command{Op: store.OpForget, ID: suite.ID(n), At: time.Now().Add(-time.Duration(days) * 24 * time.Hour)})
		}
		if err := s.Apply(ctx, cmds...); err != nil {
			t.Fatal(err)
		}
	}
	if _, errs, code := run(t, data, "purge", "--yes"); code != 1 || !strings.Contains(errs, "once a day") {
		t.Errorf("a store in use: exit code %d: %s", code, errs)
	}
	for range 2 { // showing removes nothing; the first time next to the owner
		due := asJSON(t, ok(t, data, "--json", "purge", "--dry-run"))["due"].([]any)
		if len(due) != 2 || due[0].(map[string]any)["id"] != suite.ID(3).String() || due[1].(map[string]any)["id"] != suite.ID(2).String() {
			t.Errorf("due: %v, want memories 3 and 2", due)
		}
		_ = s.Close()
	}
	if out := ok(t, data, "purge", "--dry-run"); !strings.Contains(out, "2 memories would be removed") || !strings.Contains(out, suite.ID(2).String()) {
		t.Errorf("dry run: %s", out)
	}
	if _, errs, code := run(t, data, "purge"); code != 1 || !strings.Contains(errs, "Remove 2 memories for good?") || !strings.Contains(errs, "--yes") {
		t.Errorf("nobody was asked: exit code %d: %s", code, errs)
	}
	for _, want := range []float64{2, 0} {
		if n := asJSON(t, ok(t, data, "--json", "purge", "--yes"))["purged"]; n != want {
			t.Errorf("purged %v, want %v", n, want)
		}
	}
	if n := asJSON(t, ok(t, data, "--json", "purge"))["purged"]; n != 0. {
		t.Errorf("where nothing is due, which is no question, purged %v", n)
	}
	if r := asJSON(t, ok(t, data, "--json", "check")); r["memories"].(float64) != 2 || r["damage"] != nil {
		t.Errorf("check: %v", r)
	}
}

// TestKilledPurgeIsResumed kills purges with SIGKILL at random times. After each kill the store is sound and nothing else is gone; at the end everything due is gone.
func TestKilledPurgeIsResumed(t *testing.T) {
	const memories, due, kills = 400, 300, 12
	data := filepath.Join(t.TempDir(), "store")
	ctx := context.Background()
	s, err := rocks.Open(ctx, rocks.Options{Dir: data})
	if err != nil {
		t.Fatal(err)
	}
	var cmds []store.Command
	for n := range memories {
		cmds = append(cmds, suite.Remember(suite.Sample(n)))
		if n < due {
			cmds = append(cmds, store.Command{Op: store.OpForget, ID: suite.ID(n), At: time.Now().Add(-40 * 24 * time.Hour)})
		}
	}
	if err := s.Apply(ctx, cmds...); err != nil {
		t.Fatal(err)
	}
	_ = s.Close()
	r := rand.New(rand.NewPCG(11, 11))
	for range kills {
		cmd := program(ctx, data, "purge", "--yes")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(20+r.IntN(180)) * time.Millisecond)
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		left := asJSON(t, ok(t, data, "--json", "check"))
		if n := left["memories"].(float64); n < memories-due || left["damage"] != nil {
			t.Fatalf("after a kill: %v, want at least %d memories and no damage", left, memories-due)
		}
		t.Logf("%v memories are left after a kill", left["memories"])
	}
	ok(t, data, "purge", "--yes")
	if left := asJSON(t, ok(t, data, "--json", "check")); left["memories"].(float64) != memories-due || left["damage"] != nil {
		t.Errorf("in the end: %v, want %d memories and no damage", left, memories-due)
	}
}
