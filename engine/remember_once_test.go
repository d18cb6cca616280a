package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"asterism/engine/store"
	"asterism/models"
)

// TestRememberOnceStoresNothingTwice checks the same call again, a text twice in a call, one that store_memory stored, and one that was forgotten.
func TestRememberOnceStoresNothingTwice(t *testing.T) {
	e := open(t, t.TempDir())
	before, err := e.Remember(t.Context(), Note{Content: "The mill stands by the river"})
	if err != nil {
		t.Fatal(err)
	}
	notes := []Note{{Content: "Ada mends the wheel"}, {Content: "The mill stands  by the\nriver"}, {Content: "Ada  mends the wheel"}, {Content: "Ada mends the wheel", Namespace: "other"}, {Content: "The dam leaks"}}
	told, most := 0, 3*models.Count
	first, err := e.RememberOnce(t.Context(), notes, func(done, total int) {
		if told++; total > most || total%3 != 0 || done > total {
			t.Errorf("progress %d of %d, want of three a space, at most %d", done, total, most)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, known := range []bool{false, true, true, false, false} {
		if o := first[i]; o.Known != known || o.ID == (store.ID{}) {
			t.Errorf("note %d: %+v, want known %t", i, o, known)
		}
	}
	if first[1].ID != before.ID || first[2].ID != first[0].ID || first[3].ID == first[0].ID || told == 0 {
		t.Errorf("ids %v, progress was told %d times", first, told)
	}
	again, err := e.RememberOnce(t.Context(), notes, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, o := range again {
		if !o.Known || o.ID != first[i].ID {
			t.Errorf("note %d again: %+v, want %v", i, o, first[i].ID)
		}
	}
	if _, err := e.Forget(t.Context(), first[4].ID, false); err != nil {
		t.Fatal(err)
	}
	storeAgain, err := e.RememberOnce(t.Context(), notes[4:], nil)
	if err != nil || storeAgain[0].Known || storeAgain[0].ID == first[4].ID {
		t.Errorf("what was forgotten, again: %+v %v", storeAgain, err)
	}
}

// TestRememberOnceIsAllOrNone checks that a wrong note is named, and that nothing of the call is stored.
func TestRememberOnceIsAllOrNone(t *testing.T) {
	e := open(t, t.TempDir())
	for want, notes := range map[string][]Note{
		"memory 2 of 3: ":     {{Content: "good"}, {Content: " "}, {Content: "also good"}},
		"memory 1 of 2: ":     {{Content: "linked", Links: []store.ID{{1}}}, {Content: "good"}},
		"0 memories given":    {},
		"257 memories given":  make([]Note, MaxOnce+1),
		"memory 1 of 1: name": {{Content: "good", Namespace: "*"}},
	} {
		var wrong *Error
		if out, err := e.RememberOnce(t.Context(), notes, nil); !errors.As(err, &wrong) || wrong.Kind != KindInvalid || !strings.Contains(wrong.Message, want) {
			t.Errorf("got %v, %v, want %q", out, err, want)
		}
	}
	if page, err := e.List(t.Context(), ListQuestion{Namespace: "*"}); err != nil || len(page.Memories) != 0 {
		t.Errorf("%d memories are stored (%v), want none", len(page.Memories), err)
	}
}

// TestRememberOnceAtOnce checks that the same call from many concurrent callers stores each text once, also with overlapping namespaces.
func TestRememberOnceAtOnce(t *testing.T) {
	e := open(t, t.TempDir())
	var notes []Note
	for i := range 12 {
		notes = append(notes, Note{Content: fmt.Sprintf("fact number %d", i/2), Namespace: []string{"north", "south"}[i%2]})
	}
	var wait sync.WaitGroup
	for c := range 8 {
		wait.Go(func() {
			mine := append(append([]Note{}, notes[c:]...), notes[:c]...)
			if _, err := e.RememberOnce(t.Context(), mine, nil); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if page, err := e.List(t.Context(), ListQuestion{Namespace: "*"}); err != nil || len(page.Memories) != len(notes) {
		t.Errorf("%d memories are stored (%v), want %d", len(page.Memories), err, len(notes))
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.RememberOnce(ended, notes, nil); err == nil {
		t.Error("a call that was given up worked")
	}
}
