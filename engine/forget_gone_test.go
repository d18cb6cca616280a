package engine

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"asterism/engine/earlier"
	"asterism/engine/store"
	"asterism/engine/testlog"
)

// impatient is a store whose caller gives up in the middle: when something is removed from a shelf, or when a command has been carried out.
type impatient struct {
	store.Store
	giveUp  func()
	removes bool // in the first of the two
}

func (s *impatient) Put(ctx context.Context, entries ...store.Entry) error {
	err := s.Store.Put(ctx, entries...)
	for _, e := range entries {
		if s.removes && s.giveUp != nil && e.Shelf == store.ShelfUndo && e.Value == nil {
			s.giveUp()
		}
	}
	return err
}

func (s *impatient) Apply(ctx context.Context, cmds ...store.Command) error {
	if err := ctx.Err(); err != nil { // as if the caller waited for its turn
		return err
	}
	err := s.Store.Apply(ctx, cmds...)
	if !s.removes && s.giveUp != nil {
		s.giveUp()
	}
	return err
}

func (s *impatient) Get(ctx context.Context, parts store.Parts, ids ...store.ID) ([]*store.Memory, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return s.Store.Get(ctx, parts, ids...)
}

// TestWhoGivesUpLeavesNothingHalfForgotten: a memory that is removed for good is removed with its earlier texts, although its caller gives up in between. A hidden one is
// not found, and nothing is logged that is no problem.
func TestWhoGivesUpLeavesNothingHalfForgotten(t *testing.T) {
	for _, hard := range []bool{true, false} {
		var log testlog.Log
		s := &impatient{Store: store.NewInMemory(), removes: hard}
		e := openWith(t, Config{Log: slog.New(slog.NewTextHandler(&log, nil)), Store: on(store.Of(s))})
		id := rememberOne(t, e, Note{Content: "the crane is yellow"})
		changeText(t, e, id, "the crane is green")
		ctx, giveUp := context.WithCancel(context.Background())
		s.giveUp = giveUp
		_, err := e.Forget(ctx, id, hard)
		s.giveUp = nil
		if ctx.Err() == nil {
			t.Fatal("the caller did not give up")
		}
		got, gone := e.Get(context.Background(), id)
		var kept []store.ID
		if err := earlier.Each(context.Background(), s, func(id store.ID, _ *earlier.Version) (bool, error) { kept = append(kept, id); return true, nil }); err != nil {
			t.Fatal(err)
		}
		if hard && (gone == nil || len(kept) > 0) {
			t.Errorf("removed for good (%v): %+v is there, and earlier texts of %v", err, got, kept)
		}
		if !hard && (gone != nil || got.Deleted.IsZero() || len(kept) != 1) {
			t.Errorf("hidden (%v): %+v, %v, and earlier texts of %v", err, got, gone, kept)
		}
		found, err := e.Recall(context.Background(), Question{Text: "which colour the crane has", TopK: 1})
		if err != nil || len(found.Hits) != 0 {
			t.Errorf("hard %v: it is found: %+v, %v", hard, found, err)
		}
		if strings.Contains(log.String(), "the links of a forgotten memory") {
			t.Errorf("hard %v: the log has %s", hard, log.String())
		}
		giveUp()
	}
}
