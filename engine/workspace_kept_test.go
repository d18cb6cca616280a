package engine

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/workspace"
)

func TestForgottenMemoriesLeaveTheWorkspace(t *testing.T) {
	dir := t.TempDir()
	e := open(t, dir)
	texts, _ := topicNotes(t)
	var ids []store.ID
	for _, text := range texts[:6] {
		ids = append(ids, injectIn(t, e, "", "", text))
	}
	before := workspaceOf(t, e, "", "")
	if len(before.Members) < 4 {
		t.Fatalf("%d members", len(before.Members))
	}
	soft, hard, moved, changed := before.Members[0].ID, before.Members[1].ID, before.Members[2].ID, before.Members[3].ID
	forget := func(id store.ID, hard bool) {
		t.Helper()
		if _, err := e.Forget(context.Background(), id, hard); err != nil {
			t.Fatal(err)
		}
	}
	forget(soft, false)
	forget(hard, true)
	elsewhere, text := "elsewhere", "The sourdough starter was fed twice today."
	for id, c := range map[store.ID]Change{moved: {Namespace: &elsewhere}, changed: {Content: &text}} {
		if _, err := e.Update(context.Background(), id, c); err != nil {
			t.Fatal(err)
		}
	}
	w := workspaceOf(t, e, "", "")
	var got []store.ID
	for i, m := range w.Members {
		got = append(got, m.ID)
		if m.ID == changed && w.Memories[i].Content != text {
			t.Errorf("the changed member says %q", w.Memories[i].Content)
		}
	}
	if len(got) != len(before.Members)-3 || slices.Contains(got, soft) || slices.Contains(got, hard) || slices.Contains(got, moved) || !slices.Contains(got, changed) {
		t.Errorf("members %v after forgetting %s and %s, moving %s, changing %s", got, soft, hard, moved, changed)
	}
	for _, id := range ids {
		if id != soft && id != hard {
			forget(id, false)
		}
	}
	if w := workspaceOf(t, e, "", ""); len(w.Members) != 0 || w.State != workspace.Dormant {
		t.Errorf("after forgetting all: %+v", w.Snapshot)
	}
}

func TestAWorkspaceSurvivesARestart(t *testing.T) {
	dir := t.TempDir()
	var minutes atomic.Int64
	now := func() time.Time { return time.Date(2026, 5, 1, 9, int(minutes.Load()), 0, 0, time.UTC) }
	run := func(f func(e *Engine)) {
		t.Helper()
		e, err := Open(context.Background(), Config{Data: dir, Now: now})
		if err != nil {
			t.Fatal(err)
		}
		f(e)
		if err := e.Close(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	texts, _ := topicNotes(t)
	var before *WorkspaceState
	run(func(e *Engine) {
		for _, text := range texts[:10] {
			injectIn(t, e, "n", "s", text)
			workspaceOf(t, e, "n", "s") // it is judged before the clock advances
			minutes.Add(1)
		}
		before = workspaceOf(t, e, "n", "s")
		if before.State == workspace.Dormant || len(before.Members) < 5 {
			t.Fatalf("%+v", before.Snapshot)
		}
		injectIn(t, e, "n", "other", texts[12])
		injectIn(t, e, "n", "other", texts[13]) // waits in the queue when the engine closes
	})
	run(func(e *Engine) {
		if _, err := e.Forget(context.Background(), before.Members[1].ID, true); err != nil {
			t.Fatal(err)
		}
		after := workspaceOf(t, e, "n", "s")
		if len(after.Members) != len(before.Members)-1 || after.Members[0] != before.Members[0] || after.State != before.State || math.Abs(after.C/after.R-before.C/before.R) > 1e-12 || after.R != e.meta.Accuracy() { // R is of all sessions, and two memories came in another one
			t.Errorf("before %+v\nafter  %+v", before.Snapshot, after.Snapshot)
		}
		if w := workspaceOf(t, e, "n", "other"); len(w.Members) == 0 {
			t.Error("what was in the queue at closing was not looked at")
		}
		if latest, err := e.LatestWorkspace(context.Background()); err != nil || latest.Session != "other" {
			t.Errorf("latest after a restart: %+v, %v", latest, err)
		}
		minutes.Add(int64(workspace.Idle / time.Minute))
		if w := workspaceOf(t, e, "n", "s"); w.State != workspace.Dormant || len(w.Members) != len(after.Members) {
			t.Errorf("after ten minutes of silence: %+v", w.Snapshot)
		}
		id := injectIn(t, e, "n", "s", texts[9]) // as near to what is in mind as possible
		if w := workspaceOf(t, e, "n", "s"); w.State == workspace.Dormant || w.Members[0].ID != id {
			t.Errorf("it goes on: %+v", w.Snapshot)
		}
	})
}

// TestTheLongestSilentWorkspaceIsGivenUp checks that sixty-four are kept, in memory and on disk.
func TestTheLongestSilentWorkspaceIsGivenUp(t *testing.T) {
	dir := t.TempDir()
	e := open(t, dir)
	for i := range workspace.MaxMinds + 2 {
		injectIn(t, e, "", fmt.Sprintf("session %d", i), fmt.Sprintf("note %d is the first of its session", i))
		injectIn(t, e, "", "session 1", fmt.Sprintf("session 1 goes on with note %d", i)) // is not silent
	}
	for session, want := range map[string]bool{"session 0": false, "session 1": true, "session 2": false, "session 3": true, "session 4": true, "session 65": true} {
		if w := workspaceOf(t, e, "", session); (len(w.Members) > 0) != want {
			t.Errorf("%s has %d members", session, len(w.Members))
		}
	}
	saved := 0
	if err := e.shelves().Walk(context.Background(), store.ShelfState, []byte(workspace.ShelfPrefix), nil, false, func(k, _ []byte) (bool, error) {
		if bytes.HasPrefix(k, []byte(workspace.ShelfPrefix)) {
			saved++
		}
		return true, nil
	}); err != nil {
		t.Fatal(err)
	}
	if saved != workspace.MaxMinds {
		t.Errorf("%d saved, want %d", saved, workspace.MaxMinds)
	}
}

func TestADamagedWorkspaceStartsEmpty(t *testing.T) {
	e := open(t, "")
	key := []byte(workspace.ShelfPrefix + DefaultNamespace + "\x00s")
	if err := e.shelves().Put(context.Background(), store.Entry{Shelf: store.ShelfState, Key: key, Value: []byte("{")}); err != nil {
		t.Fatal(err)
	}
	if w := workspaceOf(t, e, "", "s"); len(w.Members) != 0 || w.State != workspace.Dormant {
		t.Errorf("%+v", w.Snapshot)
	}
	id := injectIn(t, e, "", "s", "a note")
	if w := workspaceOf(t, e, "", "s"); len(w.Members) != 1 || w.Members[0].ID != id {
		t.Errorf("%+v", w.Snapshot)
	}
}
