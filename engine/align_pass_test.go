package engine

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/testlog"
	"asterism/models"
)

// TestAlignmentGoesOnAfterARestart checks that it continues where it was, and not from the beginning.
func TestAlignmentGoesOnAfterARestart(t *testing.T) {
	defer func(was int) { alignStep = was }(alignStep)
	alignStep = 1
	dir, ctx := t.TempDir(), context.Background()
	e := open(t, dir)
	remember(t, e, notesOf(append(slices.Clone(breadNotes), otherNotes...)...)...)
	setStar(t, e, "", breadGoal)
	for g := (&GoalTree{}); g.Measured < 3; { // some are done
		var err error
		if g, err = e.Goals(ctx, ""); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Close(ctx); err != nil {
		t.Fatal(err)
	}
	e = open(t, dir)
	if g, err := e.Goals(ctx, ""); err != nil || g.Measured < 3 {
		t.Errorf("%d of %d memories are done after a restart, %v", g.Measured, g.Memories, err)
	}
	aligned(t, e, "")
	checkAligned(t, e, DefaultNamespace)
	if _, left, err := e.shelves().Read(ctx, store.ShelfState, passKey(DefaultNamespace)); err != nil || left {
		t.Errorf("a pass is left: %v, %v", left, err)
	}
}

// TestGoalsWaitForMemoriesBeingStored checks that a memory that was measured with the old goals is stored before the pass over all memories begins.
func TestGoalsWaitForMemoriesBeingStored(t *testing.T) {
	e, ctx := open(t, ""), context.Background()
	setStar(t, e, "", breadGoal)
	aligned(t, e, "")
	drafts, err := e.in.acceptAll(ctx, notesOf(breadNotes[0]))
	if err != nil {
		t.Fatal(err)
	}
	e.in.tokenise(drafts)
	if err := e.in.embed(ctx, drafts); err != nil {
		t.Fatal(err)
	}
	if err := e.in.fingerprint(drafts); err != nil {
		t.Fatal(err)
	}
	release, err := e.in.align(drafts)
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
	if err := e.in.apply(ctx, drafts); err != nil {
		t.Fatal(err)
	}
	if _, err := e.in.publish(drafts); err != nil {
		t.Fatal(err)
	}
	release()
	<-changed
	aligned(t, e, "")
	if n := checkAligned(t, e, DefaultNamespace); n != 1 {
		t.Errorf("%d memories", n)
	}
}

// passKey is the key of a namespace's pass on the shelf of state.
func passKey(namespace string) []byte { return []byte("align\x00" + namespace) }

// stuck is a store in which a pass can never be removed from the shelf.
type stuck struct {
	store.Store
	pass []byte
}

func (s *stuck) Put(ctx context.Context, entries ...store.Entry) error {
	for _, e := range entries {
		if e.Shelf == store.ShelfState && bytes.Equal(e.Key, s.pass) {
			return errors.New("stuck")
		}
	}
	return s.Store.Put(ctx, entries...)
}

// TestAFailedPassHoldsUpNoOther uses a namespace whose pass always fails, in front of the one whose goals are set.
func TestAFailedPassHoldsUpNoOther(t *testing.T) {
	var log testlog.Log
	ill := &stuck{Store: store.NewInMemory(), pass: passKey("aaa")}
	if err := ill.Store.Put(context.Background(), store.Entry{Shelf: store.ShelfState, Key: ill.pass, Value: []byte{1, 0, 0, 0}}); err != nil {
		t.Fatal(err)
	}
	e := openWith(t, Config{Log: slog.New(slog.NewTextHandler(&log, nil)), Store: on(store.Of(ill))})
	remember(t, e, notesOf(breadNotes...)...)
	setStar(t, e, "", breadGoal)
	if g := aligned(t, e, ""); g.Measured != len(breadNotes) {
		t.Errorf("%d memories are measured", g.Measured)
	}
	left, err := e.Goals(context.Background(), "aaa")
	if s := e.aims.Loop().State(); err != nil || !left.Aligning || s.InARow == 0 || !strings.HasPrefix(s.LastError, "namespace aaa") || log.Count("background work failed") == 0 {
		t.Errorf("the other pass did not fail: %v\n%s", err, log.String())
	}
}

// TestAPassBeginsBehindItsPlace checks that what was done before a restart is not done again.
func TestAPassBeginsBehindItsPlace(t *testing.T) {
	dir, ctx := t.TempDir(), context.Background()
	e := open(t, dir)
	setStar(t, e, "", breadGoal)
	remember(t, e, notesOf(breadNotes...)...)
	aligned(t, e, "")
	marked := [models.Count]float32{1: .125} // of no goal: measuring the memory changes it
	var order []store.Cursor
	var cmds []store.Command
	err := e.store.Scan(ctx, store.Range{Namespace: DefaultNamespace}, store.Parts{}, func(m *store.Memory) (bool, error) {
		order = append(order, m.Cursor())
		cmds = append(cmds, store.Command{Op: store.OpAlign, ID: m.ID, Version: m.Version, Purpose: &marked})
		return true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.store.Apply(ctx, cmds...); err != nil {
		t.Fatal(err)
	}
	place := binary.LittleEndian.AppendUint64([]byte{1, 4, 6, 1}, uint64(order[3].Time.UnixNano())) // 4 of 6 are done, the last of them order[3]
	if err := e.shelves().Put(ctx, store.Entry{Shelf: store.ShelfState, Key: passKey(DefaultNamespace), Value: append(place, order[3].ID[:]...)}); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(ctx); err != nil {
		t.Fatal(err)
	}
	e = open(t, dir)
	if g := aligned(t, e, ""); g.Measured != 6 {
		t.Errorf("%d memories are measured", g.Measured)
	}
	for i, place := range order {
		m, err := e.Get(ctx, place.ID)
		if err != nil {
			t.Fatal(err)
		}
		if again := m.Purpose != marked; again != (i > 3) {
			t.Errorf("memory %d was measured: %v", i, again)
		}
	}
}
