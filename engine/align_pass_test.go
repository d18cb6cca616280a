package engine

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/models"

	"github.com/google/uuid"
)

// TestAlignmentGoesOnAfterARestart where it was, and not from the beginning.
func TestAlignmentGoesOnAfterARestart(t *testing.T) {
	defer func(was int) { alignStep = was }(alignStep)
	alignStep = 1
	dir, ctx := t.TempDir(), context.Background()
	e := open(t, dir)
	remember(t, e, notesOf(append(slices.Clone(breadNotes), otherNotes...)...)...)
	setStar(t, e, "", breadGoal)
	for g := (&GoalTree{}); g.Aligned < 3; { // some are done
		var err error
		if g, err = e.Goals(ctx, ""); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Close(ctx); err != nil {
		t.Fatal(err)
	}
	e = open(t, dir)
	pass := e.aims.pass(DefaultNamespace)
	if pass != nil && pass.done < 3 {
		t.Errorf("%d of %d memories are done after a restart", pass.done, pass.total)
	}
	aligned(t, e, "")
	checkAligned(t, e, DefaultNamespace)
	if left, err := e.readPasses(ctx); err != nil || len(left) != 0 {
		t.Errorf("passes %v, %v", left, err)
	}
}

func TestPassesComeBack(t *testing.T) {
	for _, p := range []alignPass{{namespace: "a"}, {namespace: "", done: 3, total: 1 << 40},
		{namespace: "läden", done: 5, total: 9, from: &store.Cursor{Namespace: "läden", Time: time.Unix(-5, 7).UTC(), ID: uuid.UUID{1, 2}}}} {
		entry := p.entry()
		got, err := parsePass(entry.Key, entry.Value)
		if err != nil || got.namespace != p.namespace || got.done != p.done || got.total != p.total || (got.from == nil) != (p.from == nil) || p.from != nil && *got.from != *p.from {
			t.Errorf("%+v came back as %+v, %v", p, got, err)
		}
		for n := range entry.Value {
			if _, err := parsePass(entry.Key, entry.Value[:n]); err == nil {
				t.Errorf("%d of %d bytes were read", n, len(entry.Value))
			}
		}
	}
	if _, err := parsePass([]byte("align\x00a"), []byte{9, 0, 0, 0}); err == nil {
		t.Error("a newer version was read")
	}
	if _, err := parsePass([]byte("other"), (&alignPass{}).entry().Value); err == nil {
		t.Error("another key was read")
	}
}

func FuzzParsePass(f *testing.F) {
	f.Add([]byte("align\x00a"), (&alignPass{done: 300, total: 1000, from: &store.Cursor{ID: uuid.UUID{7}}}).entry().Value)
	f.Fuzz(func(t *testing.T, key, value []byte) {
		p, err := parsePass(key, value)
		if err != nil {
			return
		}
		entry := p.entry()
		again, err := parsePass(entry.Key, entry.Value)
		if err != nil || again.done != p.done || again.total != p.total || again.namespace != p.namespace || p.from != nil && *again.from != *p.from {
			t.Errorf("%x was read as %+v, then as %+v, %v", value, p, again, err)
		}
	})
}

// TestGoalsWaitForMemoriesBeingStored: a memory that was measured with the old goals is stored before the pass over all memories begins.
func TestGoalsWaitForMemoriesBeingStored(t *testing.T) {
	e, ctx := open(t, ""), context.Background()
	setStar(t, e, "", breadGoal)
	aligned(t, e, "")
	drafts, err := e.acceptAll(ctx, notesOf(breadNotes[0]))
	if err != nil {
		t.Fatal(err)
	}
	e.tokenise(drafts)
	if err := e.embed(ctx, drafts); err != nil {
		t.Fatal(err)
	}
	if err := e.fingerprint(drafts); err != nil {
		t.Fatal(err)
	}
	release, err := e.align(drafts)
	if err != nil {
		t.Fatal(err)
	}
	changed := make(chan struct{})
	go func() {
		defer close(changed)
		if _, err := e.SetNorthStar(ctx, "", "Win the next match and the cup."); err != nil {
			t.Error(err)
		}
	}()
	select {
	case <-changed:
		t.Error("the goals changed while a memory of theirs was being stored")
	case <-time.After(500 * time.Millisecond):
	}
	if err := e.keep(ctx, drafts); err != nil {
		t.Fatal(err)
	}
	if _, err := e.publish(drafts); err != nil {
		t.Fatal(err)
	}
	release()
	<-changed
	aligned(t, e, "")
	if n := checkAligned(t, e, DefaultNamespace); n != 1 {
		t.Errorf("%d memories", n)
	}
}

// TestAFailedPassHoldsUpNoOther: a namespace whose pass fails for ever is before the one whose goals are set.
func TestAFailedPassHoldsUpNoOther(t *testing.T) {
	var log testLog
	e := openWith(t, Config{Log: slog.New(slog.NewTextHandler(&log, nil))})
	ill := strings.Repeat("a", store.MaxShelfKeyBytes) // its pass can never be taken off the shelf
	e.aims.setPass(ill, &alignPass{namespace: ill})
	remember(t, e, notesOf(breadNotes...)...)
	setStar(t, e, "", breadGoal)
	if g := aligned(t, e, ""); g.Aligned != len(breadNotes) {
		t.Errorf("%d memories are aligned", g.Aligned)
	}
	if s := e.aligning.State(); e.aims.pass(ill) == nil || s.InARow == 0 || !strings.HasPrefix(s.LastError, "namespace aaa") || log.count("background work failed") == 0 {
		t.Errorf("the other pass did not fail:\n%s", log.all())
	}
}

// TestAPassThatWaitsIsPassedOver.
func TestAPassThatWaitsIsPassedOver(t *testing.T) {
	a := aims{passes: map[string]*alignPass{"a": {namespace: "a"}, "b": {namespace: "b"}}}
	for waiting, want := range map[string]*alignPass{"": a.passes["a"], "a": a.passes["b"], "b": a.passes["a"], "a b": nil} {
		if p, _ := a.next(func(name string) bool { return strings.Contains(waiting, name) }); p != want {
			t.Errorf("while %q waits: pass %+v, want %+v", waiting, p, want)
		}
	}
}

// TestAPassBeginsBehindItsPlace: what was done before a restart is not done again.
func TestAPassBeginsBehindItsPlace(t *testing.T) {
	dir, ctx := t.TempDir(), context.Background()
	e := open(t, dir)
	setStar(t, e, "", breadGoal)
	remember(t, e, notesOf(breadNotes...)...)
	aligned(t, e, "")
	marked := [models.Count]float32{1: .125} // of no goal: whoever measures it changes it
	var order []store.Cursor
	var cmds []store.Command
	err := e.store.Scan(ctx, store.Range{Namespace: DefaultNamespace}, store.Parts{}, func(m *store.Memory) (bool, error) {
		order = append(order, m.Place())
		cmds = append(cmds, store.Command{Op: store.OpAlign, ID: m.ID, Version: m.Version, Purpose: &marked})
		return true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.store.Apply(ctx, cmds...); err != nil {
		t.Fatal(err)
	}
	pass := alignPass{namespace: DefaultNamespace, done: 4, total: 6, from: &order[3]}
	if err := e.shelves().Put(ctx, pass.entry()); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(ctx); err != nil {
		t.Fatal(err)
	}
	e = open(t, dir)
	if g := aligned(t, e, ""); g.Aligned != 6 {
		t.Errorf("%d memories are aligned", g.Aligned)
	}
	for i, place := range order {
		m, err := e.Get(ctx, place.ID)
		if err != nil {
			t.Fatal(err)
		}
		if again := !sameVector(&m.Purpose, &marked); again != (i > 3) {
			t.Errorf("memory %d was measured: %v", i, again)
		}
	}
}
