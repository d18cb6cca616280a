package engine

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine/aims"
	"asterism/engine/purpose"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/workspace"
)

// TestPurposeEvolution checks that a memory lists its earlier vectors, with the reason and time of each change. An unchanged vector adds nothing, and a purge leaves nothing.
func TestPurposeEvolution(t *testing.T) {
	clock := &handClock{now: day("2026-04-01")}
	e := openWith(t, Config{Data: t.TempDir(), Now: clock.Now})
	h, ctx := HistorianOf(e), context.Background()
	bread := remember(t, e, notesOf(breadNotes...)...)[0].ID
	evolution := func() *Evolution {
		t.Helper()
		m, err := e.Get(ctx, bread)
		if err != nil {
			t.Fatal(err)
		}
		got, err := h.Evolution(ctx, m, 0)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := evolution(); got.Total != 0 || len(got.Events) != 0 || !got.Since.Equal(day("2026-04-01")) {
		t.Errorf("before anything moved: %+v", got)
	}
	clock.forward(time.Hour)
	setStar(t, e, "", breadGoal)
	aligned(t, e, "")
	got := evolution()
	if _, ok := got.Events[0].Theta(); got.Total != 1 || got.Events[0].Why != aims.ByGoals || ok || !got.Events[0].Until.Equal(clock.Now()) || got.Events[0].Version != 1 {
		t.Fatalf("after the first goal: %+v", got)
	}
	was, err := e.Get(ctx, bread)
	if err != nil {
		t.Fatal(err)
	}
	clock.forward(time.Hour)
	law, tags := otherNotes[0], []string{"law"}
	for _, c := range []Change{{Content: &law}, {Tags: &tags}} { // the second moves no vector
		if _, err := e.Update(ctx, bread, c); err != nil {
			t.Fatal(err)
		}
	}
	got = evolution()
	theta, _ := search.Theta(&was.Purpose)
	if told, ok := got.Events[0].Theta(); got.Total != 2 || got.Events[0].Why != aims.ByUpdate || !ok || told < theta-1e-3 || told > theta+1e-3 || got.Events[1].Why != aims.ByGoals {
		t.Errorf("after an update: %+v, θ was %v", got, theta)
	}
	for i := range aims.MaxEvolution + 3 {
		setStar(t, e, "", []string{"Win the next match and the cup.", breadGoal}[i%2])
		aligned(t, e, "")
	}
	m, _ := e.Get(ctx, bread)
	got = evolution()
	rest, err := h.Evolution(ctx, m, 10)
	if err != nil || got.Total != aims.MaxEvolution+5 || len(got.Events) != aims.MaxEvolution || got.Next != 0 || len(rest.Events) != aims.MaxEvolution-10 || rest.Events[0].Until != got.Events[10].Until {
		t.Errorf("after many goals: %d of %d, next %d; from 10 on %d, %v", len(got.Events), got.Total, got.Next, len(rest.Events), err)
	}
	if _, err := h.Evolution(ctx, m, -1); err == nil || !strings.Contains(err.Error(), "place -1") {
		t.Errorf("place -1: %v", err)
	}
	if _, err := e.Forget(ctx, bread, true); err != nil {
		t.Fatal(err)
	}
	if _, there, err := e.store.Read(ctx, store.ShelfState, aims.ForgettingEvolution(bread).Key); err != nil || there {
		t.Errorf("a purged memory leaves its vectors: %v, %v", there, err)
	}
}

// TestAnInterruptedMoveIsNoMove checks that a recorded vector that was not replaced is not listed, and is recorded once when it is replaced.
func TestAnInterruptedMoveIsNoMove(t *testing.T) {
	e, ctx := open(t, ""), context.Background()
	id := remember(t, e, notesOf(breadNotes[0])...)[0].ID
	m, err := e.Get(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := e.aims.NoteMoved(ctx, aims.Moved{Was: m, Why: aims.ByGoals}); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := HistorianOf(e).Evolution(ctx, m, 0); err != nil || got.Total != 0 {
		t.Errorf("noted, not moved: %+v, %v", got, err)
	}
	setStar(t, e, "", breadGoal)
	aligned(t, e, "")
	if m, err = e.Get(ctx, id); err != nil {
		t.Fatal(err)
	}
	if got, err := HistorianOf(e).Evolution(ctx, m, 0); err != nil || got.Total != 1 {
		t.Errorf("moved once: %+v, %v", got, err)
	}
	gone := *m
	gone.ID = store.ID{1}
	if err := e.aims.NoteMoved(ctx, aims.Moved{Was: &gone, Why: aims.ByGoals}); err != nil {
		t.Fatal(err)
	}
	if _, there, _ := e.store.Read(ctx, store.ShelfState, aims.ForgettingEvolution(gone.ID).Key); there {
		t.Error("something was noted of a memory that is not there")
	}
}

// TestGoalHistory checks that every change of goals is listed with what was added, removed and changed, also after a restart, and that it moves with its namespace.
func TestGoalHistory(t *testing.T) {
	dir := t.TempDir()
	e, ctx := open(t, dir), context.Background()
	remember(t, e, notesOf(breadNotes[0])...)
	first := setStar(t, e, "", breadGoal)
	child, err := e.AddGoal(ctx, GoalNote{Description: "Rolls are ready by six", Level: purpose.Strategic})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.AddGoal(ctx, GoalNote{Description: "Rolls are ready by six", Level: purpose.Strategic}); err != nil { // the same goal: no change
		t.Fatal(err)
	}
	if err := e.aims.SetGoalWeights(ctx, DefaultNamespace, map[store.ID]float64{child.Goal.ID: .9}); err != nil {
		t.Fatal(err)
	}
	long := "Win the cup " + strings.Repeat("é", 300)
	setStar(t, e, "", long)
	if _, err := e.RemoveGoal(ctx, child.Goal.ID, false); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(ctx); err != nil {
		t.Fatal(err)
	}
	e = open(t, dir)
	got, err := HistorianOf(e).GoalHistory(ctx, "", 0)
	if err != nil || got.Total != 5 || len(got.Events) != 5 {
		t.Fatalf("%+v, %v", got, err)
	}
	events := slices.Clone(got.Events)
	slices.Reverse(events)
	if a := events[0].Added; len(a) != 1 || a[0].ID != first.Goal.ID || a[0].Description != breadGoal || a[0].Level != purpose.NorthStar {
		t.Errorf("the first goal: %+v", events[0])
	}
	if a := events[1].Added; len(a) != 1 || a[0].ID != child.Goal.ID || a[0].Parent != first.Goal.ID {
		t.Errorf("a goal below it: %+v", events[1])
	}
	if c := events[2].Changed; len(c) != 1 || c[0].Weight != .9 || len(events[2].Added)+len(events[2].Removed) != 0 {
		t.Errorf("another weight: %+v", events[2])
	}
	if r := events[3]; len(r.Removed) != 1 || r.Removed[0].ID != first.Goal.ID || len(r.Added) != 1 || len(r.Changed) != 1 || r.Changed[0].Parent != r.Added[0].ID || !strings.HasSuffix(r.Added[0].Description, "é…") {
		t.Errorf("another North Star: %+v", r)
	}
	if r := events[4].Removed; len(r) != 1 || r[0].ID != child.Goal.ID {
		t.Errorf("a goal that went: %+v", events[4])
	}
	if _, err := e.MoveNamespace(ctx, NamespaceMove{From: DefaultNamespace, Into: "bakery"}); err != nil {
		t.Fatal(err)
	}
	moved, err := HistorianOf(e).GoalHistory(ctx, "bakery", 0)
	if err != nil || moved.Total != 5 || moved.Events[4].At != events[0].At {
		t.Errorf("after the move: %+v, %v", moved, err)
	}
	if left, err := HistorianOf(e).GoalHistory(ctx, DefaultNamespace, 0); err != nil || left.Total != 0 {
		t.Errorf("left behind: %+v, %v", left, err)
	}
}

// TestWorkspaceHistory checks that entries and the state of the workspace are listed, newest first, also after a restart, and that sessions are separate.
func TestWorkspaceHistory(t *testing.T) {
	dir := t.TempDir()
	e, ctx := open(t, dir), context.Background()
	h := HistorianOf(e)
	if got, err := h.WorkspaceHistory(ctx, "", "s", 0); err != nil || got.Total != 0 || got.Since.IsZero() {
		t.Errorf("before anything: %+v, %v", got, err)
	}
	for _, text := range breadNotes[:3] {
		injectIn(t, e, "", "s", text)
		if _, err := e.Workspace(ctx, "", "s"); err != nil { // judged, and saved if it entered
			t.Fatal(err)
		}
	}
	now, err := e.Workspace(ctx, "", "s")
	if err != nil {
		t.Fatal(err)
	}
	got, err := h.WorkspaceHistory(ctx, "", "s", 0)
	if err != nil || got.Total == 0 || got.Total > 3 || len(got.Events[0].Members) != len(now.Members) || got.Events[0].Members[0] != now.Members[len(now.Members)-1].ID {
		t.Fatalf("history %+v, %v; now %+v", got, err, now.Members)
	}
	if first := got.Events[len(got.Events)-1]; len(first.Members) != 1 || first.State == "" {
		t.Errorf("the first to come to mind: %+v", first)
	}
	if other, err := h.WorkspaceHistory(ctx, "", "t", 0); err != nil || other.Total != 0 {
		t.Errorf("another session: %+v, %v", other, err)
	}
	if err := e.Close(ctx); err != nil {
		t.Fatal(err)
	}
	again, err := HistorianOf(open(t, dir)).WorkspaceHistory(ctx, "", "s", 0)
	if err != nil || again.Total < got.Total || again.Since != got.Since {
		t.Errorf("after a restart: %+v, %v; it was %+v", again, err, got)
	}
	if again.Total > workspace.MaxEvents {
		t.Errorf("%d events", again.Total)
	}
}
