package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// awaitOwner waits until a process has opened the store.
func awaitOwner(t *testing.T, data string, pid int) {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if owner, err := os.ReadFile(filepath.Join(data, "OWNER")); err == nil && strings.Contains(string(owner), fmt.Sprintf(`"pid":%d,`, pid)) {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("process %d does not open its store", pid)
		}
	}
}

// TestKilledIngestIsResumed kills an ingest with SIGKILL at random times, again and again. After each kill the store must be sound, and at the end every line must be stored exactly
// once.
func TestKilledIngestIsResumed(t *testing.T) {
	const lines, kills = 4000, 4
	dir := t.TempDir()
	data, notes := filepath.Join(dir, "store"), filepath.Join(dir, "notes.jsonl")
	var b strings.Builder
	for i := range lines {
		fmt.Fprintf(&b, "{\"content\":\"note %d about depot %d and courier %d, written before the power went out\"}\n", i, i%37, i%11)
	}
	if err := os.WriteFile(notes, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 7))
	seen := 0.0
	for range kills {
		cmd := program(context.Background(), data, "ingest", notes)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		awaitOwner(t, data, cmd.Process.Pid)
		time.Sleep(time.Duration(r.IntN(600)) * time.Millisecond)
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		report := asJSON(t, ok(t, data, "--json", "check"))
		if now := report["memories"].(float64); now < seen {
			t.Fatalf("%v memories after a kill, %v before", now, seen)
		} else {
			seen = now
		}
	}
	t.Logf("%v of %d stored when last killed", seen, lines)
	last := asJSON(t, ok(t, data, "--json", "ingest", notes))
	if got := last["stored"].(float64) + last["skipped"].(float64); got != lines {
		t.Errorf("stored and skipped %v, want %d", got, lines)
	}
	if report := asJSON(t, ok(t, data, "--json", "check")); report["memories"].(float64) != lines || report["damage"] != nil {
		t.Errorf("check: %v, want %d memories and no damage", report, lines)
	}
}
