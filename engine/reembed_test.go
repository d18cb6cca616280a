package engine

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/rocks"
	"asterism/engine/store/suite"
	"asterism/engine/workspace"
	"asterism/models"
)

// TestReembed runs a change of models while the engine serves: memories that are stored, changed, forgotten, purged and restored meanwhile are right.
func TestReembed(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	next := Config{Data: dir, Profile: "full", Models: otherModels(t, "full")}
	e := open(t, dir)
	setStar(t, e, "", breadGoal)
	long := "How the bakery works. " + strings.Repeat("Flour, water and salt rest over night, and the oven is lit at four. ", 80) // several windows
	old := remember(t, e, notesOf(slices.Concat(breadNotes, otherNotes, []string{long})...)...)
	injected, err := e.Inject(ctx, Note{Content: "The oven needs new bricks.", Rationale: "to bake hotter"})
	if err != nil {
		t.Fatal(err)
	}
	r := reembedding(t, next)
	if _, err := r.Plan(ctx); !errors.Is(err, store.ErrLocked) {
		t.Errorf("plan while the store is open: error %v, want ErrLocked", err)
	}
	var told []int
	first, err := r.Beside(ctx, e, func(done, total int) { told = append(told, done, total) })
	if err != nil || first != len(old)+1 {
		t.Fatalf("%d memories were embedded, error %v; want %d", first, err, len(old)+1)
	}
	if want := []int{0, first, first, first}; !slices.Equal(told, want) {
		t.Errorf("progress %v, want %v", told, want)
	}
	if at := place(t, e, Question{Text: "bricks for the oven"}, "oven"); at != 1 {
		t.Errorf("the old values do not serve: place %d", at)
	}
	later := meanwhile(t, e, old)
	closed := make(chan error, 1)
	time.AfterFunc(time.Second, func() { closed <- e.Close(context.Background()) }) // as a short command does
	plan, err := r.Plan(ctx)
	if err := <-closed; err != nil {
		t.Error(err)
	}
	mustRefuseNew(t, next)
	if err != nil || plan.Left != 3 || plan.Memories != len(old)+1 || plan.Spaces != otherSpaces || plan.From != "compact" || plan.To != "full" || plan.Room.Need <= 0 || !plan.Room.Known {
		t.Errorf("plan %+v, error %v; want 3 of %d left", plan, err, len(old)+1)
	}
	report := finish(t, r)
	if report.Embedded != 3 || report.Goals != 1 || !report.Cleared || report.Memories != len(old)+1 || report.Switched <= 0 {
		t.Errorf("report %+v", report)
	}
	if _, err := Open(ctx, Config{Data: dir}); !errors.Is(err, store.ErrProfile) || !strings.Contains(err.Error(), "reembed --profile compact") {
		t.Errorf("open with the old models: error %v, want ErrProfile and the way back", err)
	}
	e = openWith(t, next)
	mustBeSwitched(t, e, old, later, injected)
	mustEqualFresh(t, e, next)
	if again := finishNothing(t, e, r); again.Embedded != 0 {
		t.Errorf("once more: %+v", again)
	}
}

// meanwhile does all kinds of changes to memories, and returns a new one.
func meanwhile(t *testing.T, e *Engine, old []Remembered) store.ID {
	t.Helper()
	ctx := context.Background()
	later := remember(t, e, Note{Content: "Rye wants a longer rise than wheat.", Rationale: "seen today"})
	words := "The match was lost."
	if _, err := e.Update(ctx, old[8].ID, Change{Content: &words}); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Forget(ctx, old[0].ID, false); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Forget(ctx, old[1].ID, false); err != nil {
		t.Fatal(err)
	}
	if err := e.Restore(ctx, old[1].ID); err != nil {
		t.Fatal(err)
	}
	why := "the recipe was asked for"
	if _, err := e.Update(ctx, old[2].ID, Change{Rationale: &why}); err != nil {
		t.Fatal(err)
	}
	if f, err := e.Forget(ctx, old[3].ID, true); err != nil || !f.Scrubbed {
		t.Fatalf("hard forget: %+v, error %v", f, err)
	}
	remember(t, e, Note{Content: "gone again"})
	found, err := e.Recall(ctx, Question{Text: "gone again", TopK: 1})
	if err != nil || len(found.Hits) != 1 {
		t.Fatal(err)
	}
	if _, err := e.Forget(ctx, found.Hits[0].Memory.ID, true); err != nil {
		t.Fatal(err)
	}
	return later[0].ID
}

// mustRefuseNew checks that a half-changed store does not open with the new models, and that the error says what does.
func mustRefuseNew(t *testing.T, next Config) {
	t.Helper()
	_, err := Open(context.Background(), next)
	if !errors.Is(err, store.ErrProfile) || !strings.Contains(err.Error(), "asterism reembed --profile "+next.Profile) {
		t.Errorf("open with the new models: error %v, want ErrProfile and the command", err)
	}
}

func mustBeSwitched(t *testing.T, e *Engine, old []Remembered, later store.ID, injected *Remembered) {
	t.Helper()
	aligned(t, e, "")
	if n := checkAligned(t, e, DefaultNamespace); n != len(old)+1 {
		t.Errorf("%d memories have purpose vectors of the goal's new value, want %d", n, len(old)+1)
	}
	if at := place(t, e, Question{Text: "rye rise longer than wheat"}, "Rye"); at != 1 {
		t.Errorf("what was stored meanwhile is at place %d", at)
	}
	all := everyMemory(t, e)
	if m := all[old[0].ID]; m == nil || m.Deleted.IsZero() {
		t.Error("what was forgotten meanwhile is not")
	}
	if m := all[old[1].ID]; m == nil || !m.Deleted.IsZero() {
		t.Error("what was restored meanwhile is not")
	}
	if all[old[3].ID] != nil {
		t.Error("what was purged meanwhile is there")
	}
	if m := all[old[8].ID]; m == nil || m.Content != "The match was lost." || m.Version != 2 {
		t.Error("what was changed meanwhile is not")
	}
	if all[later] == nil {
		t.Error("what was stored meanwhile is not there")
	}
	u := all[injected.ID].UTL
	if u.LearningScore != injected.UTL.LearningScore || !u.Measured {
		t.Error("a score that was measured when the memory came in is gone")
	}
	for s := range u.Distance {
		if absent := u.Distance[s] != u.Distance[s]; otherSpaces.Has(models.Space(s)) && !absent {
			t.Errorf("the distance in %v, between old values, is still there", models.Space(s))
		} else if !otherSpaces.Has(models.Space(s)) && u.Distance[s] != injected.UTL.Distance[s] && !absent {
			t.Errorf("the distance in %v, whose model is the same, is gone", models.Space(s))
		}
	}
	report, err := e.store.Memories.(*rocks.Store).Check(context.Background(), nil)
	if err != nil || report.Err() != nil {
		t.Errorf("check: %v, %v", err, report.Err())
	}
}

// finishNothing closes the engine and finishes again.
func finishNothing(t *testing.T, e *Engine, r *Reembedding) *ReembedReport {
	t.Helper()
	shut(t, e)
	plan, err := r.Plan(context.Background())
	if err != nil || !plan.Nothing() {
		t.Errorf("plan of a store that has these models: %+v, error %v", plan, err)
	}
	return finish(t, r)
}

// TestReembedAbort drops the new values: the old ones are still used, and a change to other models can begin.
func TestReembedAbort(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	next := Config{Data: dir, Profile: "full", Models: otherModels(t, "full")}
	e := open(t, dir)
	remember(t, e, notesOf(breadNotes...)...)
	r := reembedding(t, next)
	if _, err := r.Beside(ctx, e, nil); err != nil {
		t.Fatal(err)
	}
	shut(t, e)
	other := reembedding(t, Config{Data: dir, Profile: "third", Models: otherModels(t, "third")})
	var wrong *Error
	if _, err := other.Plan(ctx); !errors.As(err, &wrong) || wrong.Kind != KindInvalid || !strings.Contains(wrong.Hint, "--abort") {
		t.Errorf("other models half-way: error %v, want one that names --abort", err)
	}
	for _, want := range []bool{true, false} {
		if dropped, err := AbortReembedding(ctx, Config{Data: dir}); err != nil || dropped != want {
			t.Errorf("abort: %v, error %v; want %v", dropped, err, want)
		}
	}
	if plan, err := other.Plan(ctx); err != nil || plan.Left != len(breadNotes) {
		t.Errorf("after the abort: plan %+v, error %v", plan, err)
	}
	mustEqualFresh(t, open(t, dir), Config{})
}

// TestReembedSameProfile changes from one set of files to another of the same profile, without other work, and back.
func TestReembedSameProfile(t *testing.T) {
	dir := t.TempDir()
	e := open(t, dir)
	remember(t, e, notesOf(breadNotes...)...)
	shut(t, e)
	for i, c := range []Config{{Data: dir, Models: otherModels(t, "compact")}, {Data: dir}} {
		if report := finish(t, reembedding(t, c)); report.Embedded != len(breadNotes) || report.Spaces != otherSpaces {
			t.Errorf("turn %d: %+v", i, report)
		}
		e := openWith(t, c)
		mustEqualFresh(t, e, c)
		shut(t, e)
	}
}

// TestReembedGivesWorkspacesUp checks that saved workspaces are dropped, since they were measured between old values; with the same models they stay.
func TestReembedGivesWorkspacesUp(t *testing.T) {
	ctx, key := context.Background(), []byte(workspace.ShelfPrefix+DefaultNamespace+"\x00session")
	for folder, stays := range map[string]bool{otherModels(t, "full"): false, modelsFolder(t, "full", func(map[string]map[string]any) {}): true} {
		dir := t.TempDir()
		e := open(t, dir)
		remember(t, e, notesOf(breadNotes...)...)
		if err := e.shelves().Put(ctx, store.Entry{Shelf: store.ShelfState, Key: key, Value: []byte("{}")}); err != nil {
			t.Fatal(err)
		}
		shut(t, e)
		r := reembedding(t, Config{Data: dir, Profile: "full", Models: folder})
		if report := finish(t, r); (report.Emptied == 0) != stays {
			t.Errorf("the report counts %d workspaces that were emptied; the workspace stays: %v", report.Emptied, stays)
		}
		s, err := openStore(ctx, &Config{Data: dir})
		if err != nil {
			t.Fatal(err)
		}
		if _, there, err := s.Read(ctx, store.ShelfState, key); err != nil || there != stays {
			t.Errorf("the workspace is there: %v, error %v; want %v", there, err, stays)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestReembedNameOnly checks that another profile with the same files needs no embedding.
func TestReembedNameOnly(t *testing.T) {
	dir := t.TempDir()
	e := open(t, dir)
	remember(t, e, notesOf(breadNotes...)...)
	setStar(t, e, "", breadGoal)
	before := everyMemory(t, e)
	shut(t, e)
	c := Config{Data: dir, Profile: "full", Models: modelsFolder(t, "full", func(map[string]map[string]any) {})}
	r := reembedding(t, c)
	if p, err := r.Plan(context.Background()); err != nil || p.Nothing() || !p.Few() || p.Spaces != 0 || p.Memories != len(breadNotes) {
		t.Errorf("plan %+v, error %v", p, err)
	}
	if report := finish(t, r); report.Embedded != 0 || report.Goals != 0 || report.Memories != len(breadNotes) {
		t.Errorf("report %+v", report)
	}
	e = openWith(t, c)
	for id, m := range everyMemory(t, e) {
		want := *before[id]
		want.Profile, want.Purpose = "full", m.Purpose // it may have been aligned meanwhile
		if d := suite.Difference(m, &want); d != "" {
			t.Errorf("memory %s: %s", id, d)
		}
	}
}

// TestReembedEmpty checks that a store without memories changes to the new models at once.
func TestReembedEmpty(t *testing.T) {
	for _, opened := range []bool{false, true} {
		dir := t.TempDir()
		if opened {
			shut(t, open(t, dir))
		}
		c := Config{Data: dir, Profile: "full", Models: otherModels(t, "full")}
		if report := finish(t, reembedding(t, c)); report.Embedded != 0 {
			t.Errorf("opened before %v: %+v", opened, report)
		}
		shut(t, openWith(t, c))
	}
}
