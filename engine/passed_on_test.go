package engine

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/rocks"
)

// rateChain stores three notes, each of which supersedes the previous one, oldest first.
func rateChain(t *testing.T, e *Engine) (ids []store.ID) {
	t.Helper()
	for i, text := range []string{"The API rate limit is 50/min.", "The API rate limit is 100/min.", "The API rate limit is 300/min."} {
		n := Note{Content: text, Time: day("2023-03-01").AddDate(i, 0, 0)}
		if i > 0 {
			n.Supersedes = ids[i-1:]
		}
		ids = append(ids, rememberOne(t, e, n))
	}
	return ids
}

// seenOf returns all that searches, lists and get_memory show of some memories: which are found, what each has replaced, what has replaced it, and each version.
func seenOf(t *testing.T, e *Engine, ids []store.ID) (out []string) {
	t.Helper()
	for _, q := range []Question{{Text: "API rate limit"}, {Text: "API rate limit", AsOf: day("2024-06-01")}, {Text: "what was the API rate limit originally?"}, {Text: "previous API rate limit"}, {Text: "API rate limit", Superseded: true}} {
		for _, h := range recall(t, e, q).Hits {
			out = append(out, fmt.Sprint(q.Text, q.AsOf, h.Memory.Content, pastIDs(h.Supersedes), pastIDs(h.SupersededBy), h.Lapsed))
		}
	}
	for _, id := range ids {
		m, err := e.Get(t.Context(), id)
		if err != nil {
			out = append(out, "none")
			continue
		}
		c, err := e.Chain(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, fmt.Sprint(m.Content, m.Version, m.Supersedes, m.Deleted, pastIDs(c.Supersedes), pastIDs(c.SupersededBy)))
	}
	l, err := e.List(t.Context(), ListQuestion{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range l.Memories {
		out = append(out, m.Content)
	}
	return out
}

func pastIDs(list []Past) (out []store.ID) {
	for _, p := range list {
		out = append(out, p.ID)
	}
	return out
}

// TestForgettingAndRestoringChangesNothing: whichever memory of a chain is forgotten, no other gets a new version, a current one stays current, and restoring it restores everything.
func TestForgettingAndRestoringChangesNothing(t *testing.T) {
	dir, clock := t.TempDir(), &handClock{now: day("2026-03-01")}
	e := openAt(t, dir, clock, nil)
	ids := rateChain(t, e)
	before := seenOf(t, e, ids)
	for i, current := range []store.ID{ids[2], ids[2], ids[1]} {
		f, err := e.Forget(t.Context(), ids[i], false)
		if err != nil || len(f.Again) > 0 != (i == 2) {
			t.Fatalf("%d: again %v, %v", i, f.Again, err)
		}
		for _, n := range slices.Delete(slices.Clone(ids), i, i+1) {
			if m := get(t, e, n); m.Version != 1 {
				t.Errorf("%d: %q has version %d", i, m.Content, m.Version)
			}
		}
		if r := recall(t, e, Question{Text: "API rate limit"}); len(r.Hits) != 1 || r.Hits[0].Memory.ID != current || len(r.Hits[0].Supersedes) != 1 {
			t.Errorf("%d: %d hits, the first is %q", i, len(r.Hits), r.Hits[0].Memory.Content)
		}
		forgotten := seenOf(t, e, ids)
		if err := e.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		e = openAt(t, dir, clock, nil)
		if got := seenOf(t, e, ids); !slices.Equal(got, forgotten) {
			t.Errorf("%d: after a start\n%v, before\n%v", i, got, forgotten)
		}
		if err := e.Restore(t.Context(), ids[i]); err != nil {
			t.Fatal(err)
		}
		if got := seenOf(t, e, ids); !slices.Equal(got, before) {
			t.Errorf("%d: restored\n%v, before\n%v", i, got, before)
		}
	}
	text := "The API rate limit is 301/min."
	if _, err := e.Update(t.Context(), ids[2], Change{Content: &text, IfVersion: 1}); err != nil {
		t.Error(err)
	}
}

// TestForgettingTwoOfAChain checks that the first is current if the last and the middle are forgotten, as the answer says, and still is if both are purged, in either order.
func TestForgettingTwoOfAChain(t *testing.T) {
	for _, order := range [][]int{{1, 2}, {2, 1}} {
		e := openWith(t, Config{})
		ids := rateChain(t, e)
		var again []store.ID
		for _, i := range order {
			f, err := e.Forget(t.Context(), ids[i], false)
			if err != nil {
				t.Fatal(err)
			}
			again = f.Again
		}
		if order[0] == 1 && !slices.Equal(again, ids[:1]) {
			t.Errorf("%v: again %v, want the first", order, again)
		}
		if c, err := e.Chain(t.Context(), ids[0]); err != nil || !c.Current() {
			t.Errorf("%v: %+v, %v", order, c, err)
		}
	}
}

// TestAPurgeHandsOnWhatWasReplaced checks the daily pass, a purge without an engine, and an immediate one; of the middle alone, and of two consecutive memories.
func TestAPurgeHandsOnWhatWasReplaced(t *testing.T) {
	for name, purge := range map[string]func(t *testing.T, e *Engine, ids []store.ID) *Engine{
		"daily": func(t *testing.T, e *Engine, ids []store.ID) *Engine {
			if n, err := Purge(t.Context(), e); n != len(ids) || err != nil {
				t.Fatal(n, err)
			}
			return e
		},
		"without an engine": func(t *testing.T, e *Engine, ids []store.ID) *Engine {
			c := e.cfg
			if err := e.Close(t.Context()); err != nil {
				t.Fatal(err)
			}
			s, err := rocks.Open(t.Context(), rocks.Options{Dir: c.Data})
			if err != nil {
				t.Fatal(err)
			}
			if n, err := PurgeExpired(t.Context(), s, c.Data, c.Now()); n != len(ids) || err != nil {
				t.Fatal(n, err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			return openWith(t, Config{Data: c.Data, Now: c.Now})
		},
		"at once": func(t *testing.T, e *Engine, ids []store.ID) *Engine {
			for _, id := range ids {
				if _, err := e.Forget(t.Context(), id, true); err != nil {
					t.Fatal(err)
				}
			}
			return e
		},
	} {
		for _, two := range []bool{false, true} {
			t.Run(fmt.Sprint(name, two), func(t *testing.T) {
				clock := &handClock{now: day("2026-03-01")}
				e := openWith(t, Config{Data: t.TempDir(), Now: clock.Now})
				ids := rateChain(t, e)
				last := rememberOne(t, e, Note{Content: "The API rate limit is 400/min.", Time: day("2026-02-01"), Supersedes: ids[2:]})
				gone := ids[1:2]
				if two {
					gone = ids[1:3]
				}
				for _, id := range gone {
					if _, err := e.Forget(t.Context(), id, false); err != nil {
						t.Fatal(err)
					}
				}
				clock.forward(RestoreWindow + time.Hour)
				e = purge(t, e, gone)
				for _, id := range gone {
					if _, err := e.Get(t.Context(), id); !isNotFound(err) {
						t.Errorf("%s is still there: %v", id, err)
					}
				}
				r := recall(t, e, Question{Text: "API rate limit"})
				if want := 3 - len(gone); len(r.Hits) != 1 || r.Hits[0].Memory.ID != last || len(r.Hits[0].Supersedes) != want {
					t.Errorf("%d hits, the first replaces %v, want %d", len(r.Hits), r.Hits[0].Supersedes, want)
				}
			})
		}
	}
}

// TestAPurgeOfTheMiddleThatIsCutShort checks that the chain is whole between the writes, and that the next pass does the rest. What is below the forgotten end of a chain is still
// there when that is restored.
func TestAPurgeOfTheMiddleThatIsCutShort(t *testing.T) {
	clock := &handClock{now: day("2026-03-01")}
	e := openWith(t, Config{Data: t.TempDir(), Now: clock.Now})
	ids := rateChain(t, e)
	if _, err := e.Forget(t.Context(), ids[1], false); err != nil {
		t.Fatal(err)
	}
	clock.forward(RestoreWindow + time.Hour)
	if _, err := e.Forget(t.Context(), ids[2], false); err != nil { // it can be restored, and what it takes over is written into it
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	passPoint = cancel
	n, err := Purge(ctx, e)
	passPoint = func() {}
	if n != 0 || err == nil {
		t.Fatalf("cut short: %d, %v", n, err)
	}
	if m := get(t, e, ids[1]); m.Deleted.IsZero() || len(m.Supersedes) != 1 {
		t.Errorf("the middle is %+v", m)
	}
	if n, err = Purge(t.Context(), e); n != 1 || err != nil {
		t.Fatalf("the next one: %d, %v", n, err)
	}
	if c, err := e.Chain(t.Context(), ids[0]); err != nil || !c.Current() {
		t.Errorf("with the others forgotten: %+v, %v", c, err)
	}
	if err := e.Restore(t.Context(), ids[2]); err != nil {
		t.Fatal(err)
	}
	if c, err := e.Chain(t.Context(), ids[0]); err != nil || len(c.SupersededBy) != 1 || c.SupersededBy[0].ID != ids[2] {
		t.Errorf("restored: %+v, %v", c, err)
	}
	mustBeSound(t, e, 2)
}

// TestWhatIsToComeIsTold checks that get_memory and searches report for a current memory that a stored one will replace it, and from when; not after that time, nor for a
// time before it was stored.
func TestWhatIsToComeIsTold(t *testing.T) {
	clock := &handClock{now: day("2026-03-01")}
	e := openWith(t, Config{Now: clock.Now})
	ids := rateChain(t, e)
	later := rememberOne(t, e, Note{Content: "The API rate limit is 500/min.", Time: day("2026-02-01"), ValidFrom: day("2026-05-01"), Supersedes: ids[2:]})
	is := func(when string, want ...store.ID) {
		t.Helper()
		c, err := e.Chain(t.Context(), ids[2])
		if err != nil || !slices.Equal(pastIDs(c.Coming), want) || len(want) > 0 && !c.Coming[0].Time.Equal(day("2026-05-01")) {
			t.Errorf("%s: %+v, %v", when, c, err)
		}
	}
	is("before", later)
	for asOf, want := range map[string]int{"2026-02-15": 1, "2026-01-01": 0} {
		r := recall(t, e, Question{Text: "API rate limit", AsOf: day(asOf)})
		if h := r.Hits[0]; h.Memory.ID != ids[2] || len(h.Coming) != want {
			t.Errorf("as of %s: %q, to come %v", asOf, h.Memory.Content, h.Coming)
		}
	}
	clock.set(day("2026-05-02"))
	is("after")
}
