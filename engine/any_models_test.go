package engine

import (
	"context"
	"errors"
	"strings"
	"testing"

	"asterism/engine/store"
)

// TestAnyModels checks that a store of other models can be read without embedding, also one of an older program without a record of changes, and that nothing is written to it.
func TestAnyModels(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	e := open(t, dir)
	remember(t, e, notesOf(breadNotes...)...)
	var since [][]byte
	err := e.store.Walk(ctx, store.ShelfState, []byte("chronicle"), []byte("chronicle\xff"), false, func(key, _ []byte) (bool, error) {
		since = append(since, append([]byte(nil), key...))
		return true, nil
	})
	if err != nil || len(since) != 1 {
		t.Fatalf("keys %q, error %v; want one", since, err)
	}
	if err := e.shelves().Put(ctx, store.Entry{Shelf: store.ShelfState, Key: since[0]}); err != nil {
		t.Fatal(err)
	}
	shut(t, e)
	other := Config{Data: dir, Profile: "full", Models: otherModels(t, "full")}
	if _, err := Open(ctx, other); !errors.Is(err, store.ErrProfile) {
		t.Errorf("for who may embed: error %v, want ErrProfile", err)
	}
	other.AnyModels = true
	e, err = Open(ctx, other)
	if err != nil {
		t.Fatal(err)
	}
	page, err := e.List(ctx, ListQuestion{Namespace: "*"})
	if err != nil || len(page.Memories) != len(breadNotes) {
		t.Errorf("list: %+v, error %v; want %d memories", page, err, len(breadNotes))
	}
	if why := OnlyReads(e); !errors.Is(why, store.ErrProfile) {
		t.Errorf("it is only read because of %v, want ErrProfile", why)
	}
	if _, err := e.Inject(ctx, Note{Content: "a quokka", Rationale: "it smiled"}); err == nil || strings.Contains(err.Error(), "panic") {
		t.Errorf("a memory was stored with other models, error %v", err)
	}
	shut(t, e)
	e = open(t, dir) // and a store with its own models finds it unchanged
	if page, err := e.List(ctx, ListQuestion{Namespace: "*"}); err != nil || len(page.Memories) != len(breadNotes) {
		t.Errorf("list with its own models: %+v, error %v", page, err)
	}
	shut(t, e)
}
