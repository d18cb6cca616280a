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

// TestKilledIngestIsResumed kills an ingest with SIGKILL again and again at random moments. After each kill the store must be
// whole; in the end every line must be stored exactly once.
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
		time.Sleep(time.Duration(200+r.IntN(500)) * time.Millisecond)
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if _, err := os.Stat(data); err != nil {
			continue // killed before it made the store
		}
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
