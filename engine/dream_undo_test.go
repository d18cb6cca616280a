package engine

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine/dream"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// prepared returns a store with work for every part of a dream, and with learned links from before.
func prepared(t *testing.T, c Config) *Engine {
	t.Helper()
	e := openWith(t, c)
	notes := append(copiesOfNotes(), sampleNotes(t)[:40]...)
	for i := range notes {
		notes[i].ID = uuid.UUID{0: 1, 6: 0x70, 8: 0x80, 15: byte(i + 1)}
	}
	notes[3].Links = []store.ID{notes[4].ID}
	notes[9].Links = []store.ID{notes[1].ID}
	remember(t, e, notes[4]) // links lead to existing memories
	remember(t, e, slices.Concat(notes[:4], notes[5:9])...)
	remember(t, e, notes[9:]...)
	for i, w := range []float32{.3, .9, .05} {
		err := e.store.Apply(context.Background(), store.Command{Op: store.OpLink, ID: notes[1].ID, Other: notes[10+i].ID, Kind: store.EdgeLearned, Weight: w, At: day("2026-01-01")})
		if err != nil {
			t.Fatal(err)
		}
	}
	return e
}

func TestADreamIsTakenBackExactly(t *testing.T) {
	clock := &handClock{now: day("2026-04-01")}
	e := prepared(t, Config{Data: t.TempDir(), Now: clock.Now})
	memories, edges := told(t, e), learnedEdges(t, e)
	got := dreamt(t, e, DreamQuestion{Rationale: "tidy up"})
	if len(got.Merges) != 2 || len(got.Edges) == 0 || len(got.Proposals) == 0 {
		t.Fatalf("%d merges, %d links, %d proposals", len(got.Merges), len(got.Edges), len(got.Proposals))
	}
	if reflect.DeepEqual(told(t, e), memories) || reflect.DeepEqual(learnedEdges(t, e), edges) {
		t.Fatal("the dream changed nothing")
	}
	clock.forward(time.Hour)
	back := dreamt(t, e, DreamQuestion{Undo: got.ID, Rationale: "it was too eager"})
	for i := range got.Proposals {
		got.Proposals[i].Shared = nil // the record holds no word of a memory
	}
	if !back.Undone || back.Rationale != "tidy up" || !reflect.DeepEqual(back.Merges, got.Merges) || !reflect.DeepEqual(back.Edges, got.Edges) || !reflect.DeepEqual(back.Proposals, got.Proposals) {
		t.Errorf("taken back:\n%+v\nthe dream was\n%+v", back, got)
	}
	mustBeAsBefore(t, e, memories, edges)
	once := everything(t, e)
	if again := dreamt(t, e, DreamQuestion{Undo: got.ID}); !again.Undone || everything(t, e) != once {
		t.Error("taking it back twice is not the same as once")
	}
	if next := dreamt(t, e, DreamQuestion{DryRun: true}); len(next.Merges) != 0 {
		t.Errorf("what was taken back would be merged again: %v", next.Merges)
	}
	mustBeSound(t, e, len(memories))
}

// TestUndoLeavesDecisionsAlone checks that an undo of a dream does not restore links that somebody refused, accepted or removed since; it restores others.
func TestUndoLeavesDecisionsAlone(t *testing.T) {
	clock := &handClock{now: day("2026-04-01")}
	e := prepared(t, Config{Data: t.TempDir(), Now: clock.Now})
	notes := make([]store.ID, 5)
	for i, n := range []byte{20, 21, 22, 23, 24} {
		notes[i] = uuid.UUID{0: 1, 6: 0x70, 8: 0x80, 15: n}
	}
	for _, other := range notes[1:] {
		link := store.Command{Op: store.OpLink, ID: notes[0], Other: other, Kind: store.EdgeLearned, Weight: .4, At: day("2026-01-01")}
		if err := e.store.Apply(t.Context(), link); err != nil {
			t.Fatal(err)
		}
	}
	before := learnedEdges(t, e)
	got := dreamt(t, e, DreamQuestion{Rationale: "decay"})
	changed := 0
	for _, l := range got.Edges {
		if l.Before > 0 && l.After > 0 && (l.A == notes[0] || l.B == notes[0]) {
			changed++
		}
	}
	if changed < 4 {
		t.Fatalf("the dream changed %d links that were there, want 4: %+v", changed, got.Edges)
	}
	clock.forward(time.Hour)
	for i, decision := range []string{"refuse", "accept", "unlink"} {
		if _, err := LinkerOf(e).DecideLink(t.Context(), notes[0], notes[1+i], decision); err != nil {
			t.Fatal(err)
		}
	}
	dreamt(t, e, DreamQuestion{Undo: got.ID})
	after := learnedEdges(t, e)
	for pair, w := range before {
		switch _, there := after[pair]; {
		case slices.ContainsFunc(notes[1:4], func(id store.ID) bool { return strings.Contains(pair, id.String()) }):
			if there {
				t.Errorf("link %s, on which somebody decided, is there again: %s", pair, after[pair])
			}
		case after[pair] != w:
			t.Errorf("link %s is %q, it was %q", pair, after[pair], w)
		}
	}
	again := dreamt(t, e, DreamQuestion{Rationale: "once more", DryRun: true})
	for _, l := range again.Proposals {
		if (l.A == notes[0] && l.B == notes[1]) || (l.A == notes[1] && l.B == notes[0]) {
			t.Errorf("a refused link is proposed again: %+v", l)
		}
	}
}

func mustBeAsBefore(t *testing.T, e *Engine, memories map[store.ID]store.Memory, edges map[string]string) {
	t.Helper()
	now := told(t, e)
	for id, m := range memories {
		if !reflect.DeepEqual(now[id], m) {
			t.Errorf("memory %s is\n%+v\nit was\n%+v", id, now[id], m)
		}
	}
	if got := learnedEdges(t, e); !maps.Equal(got, edges) {
		t.Errorf("the links are\n%v\nthey were\n%v", got, edges)
	}
	if found := e.loaded().Len(); found != len(memories) {
		t.Errorf("search finds %d memories, want %d", found, len(memories))
	}
}

func TestWhatOthersChangedSinceStays(t *testing.T) {
	e := prepared(t, Config{Data: t.TempDir()})
	got := dreamt(t, e, DreamQuestion{Phase: dream.NREM})
	older := got.Merges[0].Older
	update(t, e, older, Change{Tags: &[]string{"server", "port", "mine"}, Importance: new(.95)})
	dreamt(t, e, DreamQuestion{Undo: got.ID})
	if m := get(t, e, older); !slices.Equal(m.Tags, []string{"server", "mine"}) || m.Importance != .95 {
		t.Errorf("tags %v, importance %v", m.Tags, m.Importance)
	}
}

// TestUndoIsRefused checks every reason for a refusal, and that nothing is changed.
func TestUndoIsRefused(t *testing.T) {
	ctx := context.Background()
	clock := &handClock{now: day("2026-04-01")}
	e := prepared(t, Config{Data: t.TempDir(), Now: clock.Now})
	first := dreamt(t, e, DreamQuestion{})
	clock.forward(time.Hour)
	second := dreamt(t, e, DreamQuestion{})
	refused := func(name string, q DreamQuestion, says ...string) {
		t.Helper()
		q.Rationale = "it was too eager"
		before := everything(t, e)
		var told *Error
		_, err := e.Dream(ctx, q)
		if !errors.As(err, &told) || told.Kind != KindInvalid {
			t.Fatalf("%s: %v", name, err)
		}
		for _, s := range says {
			if !strings.Contains(told.Message, s) {
				t.Errorf("%s: %q does not say %q", name, told.Message, s)
			}
		}
		if everything(t, e) != before {
			t.Errorf("%s: something was changed", name)
		}
	}
	refused("a later dream", DreamQuestion{Undo: first.ID}, first.ID.String(), second.ID.String())
	refused("no such dream", DreamQuestion{Undo: first.Merges[0].Older}, first.Merges[0].Older.String())
	refused("another namespace", DreamQuestion{Undo: second.ID, Namespace: "elsewhere"}, "elsewhere")
	refused("a dry run", DreamQuestion{Undo: second.ID, DryRun: true}, "dry_run")
	dreamt(t, e, DreamQuestion{Undo: second.ID})
	clock.forward(RestoreWindow)
	refused("too late", DreamQuestion{Undo: first.ID}, first.Merges[0].Younger.String(), "2026-04-01")
}

// TestDreamsKeepTheirOrder checks the order if the clock is set back between them, so that the first one has a time in the future.
func TestDreamsKeepTheirOrder(t *testing.T) {
	ctx := context.Background()
	e := prepared(t, Config{Data: t.TempDir()})
	first := dreamt(t, e, DreamQuestion{})
	b, _, err := e.shelves().Read(ctx, store.ShelfUndo, dream.UndoKey(first.ID))
	if err != nil {
		t.Fatal(err)
	}
	r, err := dream.ParseRecord(b)
	if err != nil {
		t.Fatal(err)
	}
	r.ID[0]++ // 35 years: an id begins with the milliseconds since 1970
	if b, err = r.Encode(); err != nil {
		t.Fatal(err)
	}
	err = e.shelves().Put(ctx, store.Entry{Shelf: store.ShelfUndo, Key: dream.UndoKey(first.ID)}, store.Entry{Shelf: store.ShelfUndo, Key: dream.UndoKey(r.ID), Value: b})
	if err != nil {
		t.Fatal(err)
	}
	second, third := dreamt(t, e, DreamQuestion{}), dreamt(t, e, DreamQuestion{})
	for _, early := range []store.ID{r.ID, second.ID} {
		if _, err := e.Dream(ctx, DreamQuestion{Undo: early, Rationale: "too eager"}); err == nil || !strings.Contains(err.Error(), "cannot be undone before dream") {
			t.Errorf("dream %s was taken back before a later one: %v", early, err)
		}
	}
	for _, id := range []store.ID{third.ID, second.ID, r.ID} {
		dreamt(t, e, DreamQuestion{Undo: id})
	}
}

func TestADreamWhoseMemoryIsGoneIsNotTakenBack(t *testing.T) {
	e := prepared(t, Config{Data: t.TempDir()})
	got := dreamt(t, e, DreamQuestion{Phase: dream.NREM})
	gone := got.Merges[1].Younger
	if _, err := e.Forget(context.Background(), gone, true); err != nil {
		t.Fatal(err)
	}
	_, err := e.Dream(context.Background(), DreamQuestion{Undo: got.ID, Rationale: "too eager"})
	if err == nil || !strings.Contains(err.Error(), gone.String()) {
		t.Errorf("%v", err)
	}
	if m := get(t, e, got.Merges[0].Younger); m.Deleted.IsZero() {
		t.Error("the other merge was taken back")
	}
}

// TestAnUndoThatWasCutShort checks that an undo whose record could not be written can be repeated without a second effect on the memories.
func TestAnUndoThatWasCutShort(t *testing.T) {
	clock := &handClock{now: day("2026-04-01")}
	e := prepared(t, Config{Data: t.TempDir(), Now: clock.Now})
	for _, m := range dreamt(t, e, DreamQuestion{DryRun: true}).Merges {
		for _, id := range []store.ID{m.Older, m.Younger} {
			if err := e.store.Apply(t.Context(), store.Command{Op: store.OpRepeat, ID: id, Version: 1, Count: 3, At: day("2026-03-01")}); err != nil {
				t.Fatal(err)
			}
		}
	}
	got := dreamt(t, e, DreamQuestion{})
	if len(got.Merges) != 2 {
		t.Fatalf("%d merges", len(got.Merges))
	}
	clock.forward(time.Hour)
	dreamt(t, e, DreamQuestion{Undo: got.ID})
	b, ok, err := e.store.Read(t.Context(), store.ShelfUndo, dream.UndoKey(got.ID))
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	r, err := dream.ParseRecord(b)
	if err != nil {
		t.Fatal(err)
	}
	r.Undone = time.Time{}
	if b, err = r.Encode(); err == nil {
		err = e.store.Put(t.Context(), store.Entry{Shelf: store.ShelfUndo, Key: dream.UndoKey(got.ID), Value: b})
	}
	if err != nil {
		t.Fatal(err)
	}
	dreamt(t, e, DreamQuestion{Undo: got.ID})
	for _, m := range got.Merges {
		if n := timesSeen(t, e, m.Older); n != 4 {
			t.Errorf("the older memory was seen %d times, want 4", n)
		}
	}
}

// TestRestoringACopyTakesTheMergeBack checks that the kept memory no longer counts a copy that somebody restored. An undo of the dream then only restores the others and says so, also
// if it was already done, and the next dream reports what it leaves unchanged.
func TestRestoringACopyTakesTheMergeBack(t *testing.T) {
	clock := &handClock{now: day("2026-04-01")}
	e := prepared(t, Config{Data: t.TempDir(), Now: clock.Now})
	memories := told(t, e)
	got := dreamt(t, e, DreamQuestion{Rationale: "tidy up"})
	clock.forward(time.Hour)
	m := got.Merges[0]
	kept := func() *store.Memory {
		whole, err := e.Get(t.Context(), m.Older)
		if err != nil {
			t.Fatal(err)
		}
		return whole
	}
	counted := TimesSeen(kept())
	if err := e.Restore(t.Context(), m.Younger); err != nil {
		t.Fatal(err)
	}
	once := kept()
	if TimesSeen(once) != counted-1 {
		t.Errorf("the kept memory was seen %d times, and %d once its copy is back", counted, TimesSeen(once))
	}
	back := dreamt(t, e, DreamQuestion{Undo: got.ID})
	if back.Undid.Before || back.Undid.Copies != len(got.Merges)-1 || back.Undid.Proposals != len(got.Proposals) || back.Undid.Links != len(got.Edges) {
		t.Errorf("undone: %+v of %d merges, %d links, %d proposals", back.Undid, len(got.Merges), len(got.Edges), len(got.Proposals))
	}
	if again := dreamt(t, e, DreamQuestion{Undo: got.ID}); again.Undid != (dream.Undid{Before: true}) {
		t.Errorf("undone again: %+v", again.Undid)
	}
	for id, want := range memories {
		if now := told(t, e)[id]; !reflect.DeepEqual(now, want) {
			t.Errorf("memory %v is not as it was", id)
		}
	}
	if next := dreamt(t, e, DreamQuestion{DryRun: true}); next.LeftAlone != len(got.Merges) || len(next.Merges) != 0 {
		t.Errorf("the next dream leaves %d alone and merges %d", next.LeftAlone, len(next.Merges))
	}
}
