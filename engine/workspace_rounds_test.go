package engine

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"asterism/engine/background"
	"asterism/engine/store"
	"asterism/engine/testlog"
	"asterism/engine/workspace"
)

const mindWalk = "Walk " + workspace.ShelfPrefix // the first round reads which workspaces were saved

// minded opens an engine whose workspaces cannot be read.
func minded(t *testing.T, pauses background.Pause, panics bool) (e *Engine, s *sickStore, log *testlog.Log) {
	t.Helper()
	s, log = newSickStore(), &testlog.Log{}
	e = openWith(t, Config{Store: on(store.Of(s)), pauses: pauses, Log: slog.New(slog.NewTextHandler(log, nil))})
	s.fail(begins(mindWalk), panics)
	return e, s, log
}

// TestALookThatFailedIsTriedAgain checks that memories that came meanwhile are in mind once the store works again, in their order.
func TestALookThatFailedIsTriedAgain(t *testing.T) {
	e, s, log := minded(t, background.Pause{First: 50 * time.Millisecond, Most: time.Hour}, false)
	first := injectIn(t, e, "", "talk", breadNotes[0])
	eventually(t, "a look that fails", func() bool { return loopState(t, e, "workspace").Failing() })
	second := injectIn(t, e, "", "talk", breadNotes[0])
	var entered []store.ID
	defer e.WatchWorkspaces(func(entry workspace.Entry) { entered = append(entered, entry.Member.ID) })()
	s.heal()
	eventually(t, "the workspace is well", func() bool { return !loopState(t, e, "workspace").Failing() })
	eventually(t, "both are in mind", func() bool { return len(workspaceOf(t, e, "", "talk").Members) == 2 })
	if len(entered) != 2 || entered[0] != first || entered[1] != second || log.Count("memory not looked at") > 0 {
		t.Errorf("entered are %v, want %s and %s:\n%s", entered, first, second, log.String())
	}
}

// TestALookThatFailsForEverIsGivenUp checks that this is reported, and that the next memory is judged.
func TestALookThatFailsForEverIsGivenUp(t *testing.T) {
	e, s, log := minded(t, soon, false)
	injectIn(t, e, "", "talk", breadNotes[0])
	eventually(t, "a look that is given up", func() bool { return log.Count("memory not looked at by the workspace") == 1 })
	if n := log.Count("background work failed"); n != 1 {
		t.Errorf("%d times the same failure is told:\n%s", n, log.String())
	}
	s.heal()
	eventually(t, "the workspace is well, since nothing is left to be done", func() bool { return !loopState(t, e, "workspace").Failing() })
	if st := loopState(t, e, "workspace"); st.Failures != 5 || !st.LastSuccess.IsZero() {
		t.Errorf("%+v", st)
	}
	next := injectIn(t, e, "", "talk", breadNotes[1])
	if w := workspaceOf(t, e, "", "talk"); len(w.Members) != 1 || w.Members[0].ID != next {
		t.Errorf("in mind are %+v", w.Members)
	}
}

// TestClosingWaitsForNoPause checks that a failed judgement is tried a last time, and saved.
func TestClosingWaitsForNoPause(t *testing.T) {
	e, s, log := minded(t, background.Pause{First: time.Hour, Most: time.Hour}, false)
	injectIn(t, e, "", "talk", breadNotes[0])
	eventually(t, "a look that fails", func() bool { return loopState(t, e, "workspace").Failing() })
	injectIn(t, e, "", "talk", breadNotes[1])
	s.mu.Lock()
	s.was, s.sick = begins("Put "+workspace.ShelfPrefix), nil
	s.mu.Unlock()
	if err := e.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	if s.done() == 0 || log.Count("memory not looked at") > 0 {
		t.Errorf("%d writes of the workspace:\n%s", s.done(), log.String())
	}
	ill, _, log := minded(t, background.Pause{First: time.Hour, Most: time.Hour}, false)
	injectIn(t, ill, "", "talk", breadNotes[0])
	if err := ill.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	if n := log.Count("memory not looked at by the workspace"); n != 1 {
		t.Errorf("%d memories are told of:\n%s", n, log.String())
	}
}

// TestAPanicOfAListenerEndsNothing checks that the process continues, that the failure is counted, and that the workspace has the memory.
func TestAPanicOfAListenerEndsNothing(t *testing.T) {
	var log testlog.Log
	e := openWith(t, Config{pauses: soon, Log: slog.New(slog.NewTextHandler(&log, nil))})
	stop := e.WatchWorkspaces(func(workspace.Entry) { panic("a listener of ours") })
	id := injectIn(t, e, "", "talk", breadNotes[0])
	if w := workspaceOf(t, e, "", "talk"); len(w.Members) != 1 || w.Members[0].ID != id {
		t.Errorf("in mind are %+v", w.Members)
	}
	eventually(t, "the workspace is well", func() bool { return !loopState(t, e, "workspace").Failing() })
	stop()
	if s := loopState(t, e, "workspace"); s.Failures != 1 || s.LastError != "namespace default, session talk: panic: a listener of ours" || log.Count("background work panicked") != 1 || log.Count("TestAPanicOfAListener") == 0 {
		t.Errorf("%+v\n%s", s, log.String())
	}
}

// TestAPanicOfAQuestionIsItsAnswer checks that the caller gets an error at once, and that the next question is answered.
func TestAPanicOfAQuestionIsItsAnswer(t *testing.T) {
	e, s, _ := minded(t, background.Pause{First: time.Hour, Most: time.Hour}, true)
	for range 3 {
		if _, err := e.Workspace(t.Context(), "", "talk"); !isKind(err, KindInternal) {
			t.Errorf("%v", err)
		}
	}
	s.heal()
	workspaceOf(t, e, "", "talk")
	if st := loopState(t, e, "workspace"); st.Failing() || st.Failures != 3 {
		t.Errorf("%+v", st)
	}
}
