package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/rocks"
	"asterism/engine/testlog"

	"github.com/google/uuid"
)

// handClock is a clock that a test sets.
type handClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *handClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *handClock) set(to time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = to
}

func (c *handClock) forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// openAt opens an engine that uses the clock and reads it often.
func openAt(t *testing.T, dir string, c *handClock, log *slog.Logger) *Engine {
	t.Helper()
	was := tidyLook
	tidyLook = time.Millisecond
	e, err := Open(context.Background(), Config{Data: dir, Now: c.Now, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close(context.Background()); tidyLook = was })
	return e
}

func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if ok() {
			return
		}
	}
	t.Fatalf("%s: not within 2 min", what)
}

// forgottenAnywhere counts softly forgotten memories.
func forgottenAnywhere(t *testing.T, e *Engine) (n int) {
	t.Helper()
	info, err := e.store.Info(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, ns := range info.Namespaces {
		n += ns.Forgotten
	}
	return n
}

// TestForgottenMemoriesArePurgedAfterTheirTime moves the clock: they are purged after 30 days and not before, also after a restart; memories
// restored in time stay.
func TestForgottenMemoriesArePurgedAfterTheirTime(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	clock := &handClock{now: day("2026-01-01")}
	var said testlog.Log
	e := openAt(t, dir, clock, slog.New(slog.NewTextHandler(&said, nil)))
	r := remember(t, e, Note{Content: "restored in time"}, Note{Content: "forgotten on the first day"}, Note{Content: "forgotten ten days later"}, Note{Content: "never forgotten"})
	forget := func(i int) {
		if _, err := e.Forget(ctx, r[i].ID, false); err != nil {
			t.Fatal(err)
		}
	}
	forget(0)
	forget(1)
	clock.forward(10 * 24 * time.Hour)
	forget(2)
	clock.forward(20*24*time.Hour - time.Second) // a second before the end
	if err := e.Restore(ctx, r[0].ID); err != nil {
		t.Fatal(err)
	}
	e.upkeep.tidy(ctx)
	if n := forgottenAnywhere(t, e); n != 2 {
		t.Errorf("before their time: %d forgotten memories are left, want 2", n)
	}
	clock.forward(2 * 24 * time.Hour) // the daily pass notices it without a call
	eventually(t, "purge the first", func() bool { _, err := e.Get(ctx, r[1].ID); return isNotFound(err) })
	if n := forgottenAnywhere(t, e); n != 1 {
		t.Errorf("%d forgotten memories are left, want the one of ten days later", n)
	}
	if err := e.Close(ctx); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(said.String(), "memories=1") {
		t.Errorf("the log does not tell how many were purged: %s", &said)
	}
	clock.forward(30 * 24 * time.Hour)
	e = openAt(t, dir, clock, nil)
	eventually(t, "purge the other at the start", func() bool { _, err := e.Get(ctx, r[2].ID); return isNotFound(err) })
	for _, i := range []int{0, 3} {
		if m := get(t, e, r[i].ID); !m.Deleted.IsZero() {
			t.Errorf("%q is forgotten", m.Content)
		}
	}
	mustBeSound(t, e, 2)
}

// TestExpiryStopsAndGoesOn checks that a pass that is cut short between two batches loses nothing, and that the next one does the rest.
func TestExpiryStopsAndGoesOn(t *testing.T) {
	ctx := context.Background()
	clock := &handClock{now: day("2026-01-01")}
	e, err := Open(ctx, Config{Data: t.TempDir(), Now: clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close(ctx)
	var notes []Note
	for i := range 2*purgeBatch + 10 {
		notes = append(notes, Note{Content: fmt.Sprint("short note ", i)})
	}
	r := remember(t, e, notes...)
	for i := range r[:2*purgeBatch+5] {
		if _, err := e.Forget(ctx, r[i].ID, false); err != nil {
			t.Fatal(err)
		}
	}
	now := clock.Now().Add(RestoreWindow + time.Second)
	due, err := Expired(ctx, e.store, now, 1000)
	if err != nil || len(due) != 2*purgeBatch+5 || due[0].At.After(due[len(due)-1].At) {
		t.Fatalf("%d are due, error %v; want %d, the longest forgotten first", len(due), err, 2*purgeBatch+5)
	}
	short, cancel := context.WithCancel(ctx)
	x := expiry{store: e.store, turns: &e.turns, pass: e.passing(), forget: e.worth.Forget, now: func() time.Time {
		if forgottenAnywhere(t, e) < 2*purgeBatch { // during the second batch
			cancel()
		}
		return now
	}}
	n, err := x.run(short)
	if err == nil || n == 0 || n == 2*purgeBatch+5 {
		t.Errorf("cut short: %d purged, error %v", n, err)
	}
	mustBeSound(t, e, len(r)-n)
	rest, err := PurgeExpired(ctx, e.store, e.cfg.Data, now)
	if err != nil || n+rest != 2*purgeBatch+5 {
		t.Errorf("%d purged, then %d, error %v; want %d in all", n, rest, err, 2*purgeBatch+5)
	}
	mustBeSound(t, e, 5)
}

// TestExpirySparesWhatWasRestoredMeanwhile: the list is out of date when its turn comes.
func TestExpirySparesWhatWasRestoredMeanwhile(t *testing.T) {
	ctx := context.Background()
	e := open(t, t.TempDir())
	r := remember(t, e, Note{Content: "restored"}, Note{Content: "purged by hand"}, Note{Content: "forgotten again"})
	at := e.now()
	var due []store.Forgotten
	for _, m := range r {
		if _, err := e.Forget(ctx, m.ID, false); err != nil {
			t.Fatal(err)
		}
	}
	due, err := Expired(ctx, e.store, at.Add(2*RestoreWindow), 10)
	if err != nil || len(due) != 3 {
		t.Fatalf("%d due, error %v", len(due), err)
	}
	for _, i := range []int{0, 2} {
		if err := e.Restore(ctx, r[i].ID); err != nil {
			t.Fatal(err)
		}
	}
	for i, hard := range map[int]bool{1: true, 2: false} {
		if _, err := e.Forget(ctx, r[i].ID, hard); err != nil {
			t.Fatal(err)
		}
	}
	x := expiry{store: e.store, turns: &e.turns, pass: e.passing(), forget: e.worth.Forget, now: e.now}
	if n, err := x.purge(ctx, due); n != 0 || err != nil {
		t.Errorf("%d purged, error %v; want none", n, err)
	}
	mustBeSound(t, e, 2)
}

// TestPurgeLeavesNoTraceInAKilledBackup: a killed backup has links to files with the words of purged memories, and no engine opens the store meanwhile.
func TestPurgeLeavesNoTraceInAKilledBackup(t *testing.T) {
	dir := t.TempDir()
	e := open(t, dir)
	id := remember(t, e, Note{Content: "zanzibar content"}, Note{Content: "another one"})[0].ID
	if _, err := e.Forget(t.Context(), id, false); err != nil {
		t.Fatal(err)
	}
	now := e.now().Add(RestoreWindow + time.Second)
	if err := errors.Join(e.store.Checkpoint(t.Context(), filepath.Join(dir, checkpointName)), e.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
	s, err := rocks.Open(t.Context(), rocks.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if len(filesThatSay(t, filepath.Join(dir, checkpointName), "zanzibar")) == 0 {
		t.Fatal("the words are in no file of the backup: this test would find nothing")
	}
	if n, err := PurgeExpired(t.Context(), s, dir, now); n != 1 || err != nil {
		t.Errorf("%d purged, error %v", n, err)
	}
	if found := filesThatSay(t, dir, "zanzibar"); len(found) > 0 {
		t.Errorf("after a purge the words are still in %v", found)
	}
}

// TestHardForgetLeavesNoTrace searches for the words of a memory, and of its earlier version, in every byte of every file.
func TestHardForgetLeavesNoTrace(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	e := open(t, dir)
	remember(t, e, sampleNotes(t)...)
	id := remember(t, e, Note{Content: "zanzibar-first content", Rationale: "zanzibar-rationale", Tags: []string{"zanzibar-tag"}, SessionID: "zanzibar-session", Source: "zanzibar-source", Links: nil})[0].ID
	remember(t, e, Note{Content: "a memory that links to it", Links: []store.ID{id}})
	update(t, e, id, Change{Content: new("zanzibar-second content"), Tags: &[]string{"zanzibar-label"}})
	if ok, err := e.Holds(ctx, uuid.Nil, DefaultNamespace, "zanzibar-second content"); !ok || err != nil {
		t.Fatal("not stored", err)
	}
	if len(filesThatSay(t, dir, "zanzibar")) == 0 {
		t.Fatal("the words are in no file before: this test would find nothing")
	}
	if _, err := e.Forget(ctx, id, true); err != nil {
		t.Fatal(err)
	}
	if found := filesThatSay(t, dir, "zanzibar"); len(found) > 0 {
		t.Errorf("after a hard forget the words are still in %v", found)
	}
	if p := place(t, e, Question{Text: "zanzibar-second content"}, "zanzibar"); p != 0 {
		t.Errorf("found at place %d", p)
	}
	mustBeSound(t, e, len(sampleNotes(t))+1)
}

func filesThatSay(t *testing.T, dir, word string) (found []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if bytes.Contains(b, []byte(word)) {
			found = append(found, filepath.Base(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// isNotFound reports whether an error says that there is no such memory.
func isNotFound(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Kind == KindNotFound
}
