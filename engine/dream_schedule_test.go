package engine

import (
	"context"
	"errors"
	"testing"
	"time"

	"asterism/engine/store"
)

func TestTheStateOfDreamsSurvivesARestart(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	clock := &handClock{now: day("2026-04-01")}
	e := prepared(t, Config{Data: dir, Now: clock.Now})
	dreamt(t, e, DreamQuestion{DryRun: true})
	if s, err := e.dreamState(ctx, DefaultNamespace); err != nil || s.NearCopies != 2 || s.Last != nil {
		t.Errorf("after a dry run: %+v, %v", s, err)
	}
	dreamt(t, e, DreamQuestion{})
	if err := e.Close(ctx); err != nil {
		t.Fatal(err)
	}
	e = openWith(t, Config{Data: dir, Now: clock.Now})
	if s, err := e.dreamState(ctx, DefaultNamespace); err != nil || s.NearCopies != 0 || s.Last == nil || !s.Last.Equal(clock.Now()) {
		t.Errorf("after a restart: %+v, %v", s, err)
	}
}

// TestScheduledDreams: not before the time, not when nothing happened, and never when nobody asked.
func TestScheduledDreams(t *testing.T) {
	ctx := context.Background()
	was := dreamLook
	dreamLook = 2 * time.Millisecond
	defer func() { dreamLook = was }()
	clock := &handClock{now: day("2026-04-01")}
	e := prepared(t, Config{Data: t.TempDir(), Now: clock.Now, DreamEvery: time.Hour})
	last := func() (out time.Time) {
		s, err := e.dreamState(ctx, DefaultNamespace)
		if err == nil && s.Last != nil && !s.Dreaming {
			out = *s.Last
		}
		return out
	}
	eventually(t, "dream at the start", func() bool { return last().Equal(clock.Now()) })
	first := last()
	clock.forward(2 * time.Hour) // nothing happened, but what came after the first dream
	settled := steady(t, last)
	clock.forward(2 * time.Hour)
	if again := steady(t, last); !again.Equal(settled) {
		t.Errorf("it dreamt at %v although nothing happened since %v (first %v)", again, settled, first)
	}
	remember(t, e, Note{Content: "something new"})
	clock.forward(2 * time.Hour)
	eventually(t, "dream after something came in", func() bool { return last().After(settled) })
	if err := e.Close(ctx); err != nil {
		t.Fatal(err)
	}
	idle := openWith(t, Config{Now: clock.Now})
	remember(t, idle, Note{Content: "never dreamt of"})
	time.Sleep(50 * time.Millisecond)
	if s, err := idle.dreamState(ctx, DefaultNamespace); err != nil || s.Last != nil {
		t.Errorf("it dreamt unasked: %+v, %v", s, err)
	}
	if _, err := Open(ctx, Config{Data: t.TempDir(), DreamEvery: -1}); err == nil {
		t.Error("a dream every −1 ns is accepted")
	}
}

// steady is the time of the last dream when it has been the same, and none under way, for 200 ms: a hundred looks at the clock.
func steady(t *testing.T, last func() time.Time) (out time.Time) {
	t.Helper()
	eventually(t, "no more dreams", func() bool {
		out = last()
		for range 40 {
			if time.Sleep(5 * time.Millisecond); out.IsZero() || !last().Equal(out) {
				return false
			}
		}
		return true
	})
	return out
}

func TestTheLastDreamGolden(t *testing.T) {
	k := keptDream{Ended: day("2026-04-01"), NearCopies: 3, Seen: 1<<63 + 1}
	got := k.entry("garden")
	const want = `{"v":1,"ended":"2026-04-01T00:00:00Z","near_copies":3,"versions":9223372036854775809}`
	if string(got.Value) != want || string(got.Key) != "dream\x00garden" || got.Shelf != store.ShelfState {
		t.Errorf("%s at %q on %v, want %s", got.Value, got.Key, got.Shelf, want)
	}
	if back, err := parseKeptDream(got.Value); err != nil || *back != k {
		t.Errorf("read back %+v, %v", back, err)
	}
	if old, err := parseKeptDream([]byte(`{"v":1,"ended":"2026-04-01T00:00:00Z","near_copies":3,"seen":"2026-03-31T00:00:00Z"}`)); err != nil || old.NearCopies != 3 || old.Seen != 0 {
		t.Errorf("of a program that went by times: %+v, %v", old, err)
	}
	if _, err := parseKeptDream([]byte(`{"v":2}`)); !errors.Is(err, store.ErrNewer) {
		t.Errorf("another version: %v", err)
	}
	if _, err := parseKeptDream([]byte(`{`)); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("half of it: %v", err)
	}
}

func FuzzParseKeptDream(f *testing.F) {
	f.Add([]byte(`{"v":1,"ended":"2026-04-01T00:00:00Z","near_copies":3,"versions":9223372036854775809}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		k, err := parseKeptDream(b)
		if err != nil {
			return
		}
		if back, err := parseKeptDream(k.entry("n").Value); err != nil || !back.Ended.Equal(k.Ended) || back.NearCopies != k.NearCopies || back.Seen != k.Seen {
			t.Errorf("%+v became %+v, %v", k, back, err)
		}
	})
}
