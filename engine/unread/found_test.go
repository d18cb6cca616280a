package unread

import (
	"errors"
	"testing"

	"asterism/engine/store"

	"github.com/google/uuid"
)

// TestFoundIsInOrder: memories with known ids by their ids, each once, and then each damaged part of an unknown memory.
func TestFoundIsInOrder(t *testing.T) {
	first, second := store.ID{1}, store.ID{2}
	var f Found
	if len(f.All()) != 0 {
		t.Error("nothing was noted")
	}
	why := errors.New("text")
	for _, u := range []store.Unread{{ID: second, Err: why}, {Err: errors.New("b")}, {ID: first, Err: why}, {Err: errors.New("a")}, {ID: second, Err: why}, {Err: errors.New("b")}} {
		f.Note(u)
	}
	var list []Left
	for i, u := range f.All() {
		if list = Leave(list, u, i); i > 0 {
			list = Leave(list, u, i)
		}
	}
	want := []Left{{first, "text", 0}, {second, "text", 1}, {uuid.Nil, "a", 2}, {uuid.Nil, "b", 3}}
	if len(list) != len(want) {
		t.Fatalf("%v, want %v", list, want)
	}
	for i := range want {
		if list[i] != want[i] {
			t.Errorf("at %d: %v, want %v", i, list[i], want[i])
		}
	}
	if got := Before(list, 2); len(got) != 2 {
		t.Errorf("before the third memory: %v", got)
	}
}
