package engine

import (
	"context"
	"testing"
	"time"
)

func TestTheStateOfDreamsSurvivesARestart(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	clock := &handClock{now: day("2026-04-01")}
	e := prepared(t, Config{Data: dir, Now: clock.Now})
	dreamt(t, e, DreamQuestion{DryRun: true})
	if s, err := e.dreams.State(ctx, DefaultNamespace); err != nil || s.NearCopies != 2 || s.Last != nil {
		t.Errorf("after a dry run: %+v, %v", s, err)
	}
	dreamt(t, e, DreamQuestion{})
	if err := e.Close(ctx); err != nil {
		t.Fatal(err)
	}
	e = openWith(t, Config{Data: dir, Now: clock.Now})
	if s, err := e.dreams.State(ctx, DefaultNamespace); err != nil || s.NearCopies != 0 || s.Last == nil || !s.Last.Equal(clock.Now()) {
		t.Errorf("after a restart: %+v, %v", s, err)
	}
}

// TestScheduledDreams checks that no dream runs before its time, or if nothing happened, or without the option.
func TestScheduledDreams(t *testing.T) {
	ctx := context.Background()
	was := dreamLook
	dreamLook = 2 * time.Millisecond
	defer func() { dreamLook = was }()
	clock := &handClock{now: day("2026-04-01")}
	e := prepared(t, Config{Data: t.TempDir(), Now: clock.Now, DreamEvery: time.Hour})
	last := func() (out time.Time) {
		s, err := e.dreams.State(ctx, DefaultNamespace)
		if err == nil && s.Last != nil && !s.Dreaming {
			out = *s.Last
		}
		return out
	}
	eventually(t, "dream at the start", func() bool { return last().Equal(clock.Now()) })
	first := last()
	clock.forward(2 * time.Hour) // nothing happened since the first dream
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
	if s, err := idle.dreams.State(ctx, DefaultNamespace); err != nil || s.Last != nil {
		t.Errorf("it dreamt unasked: %+v, %v", s, err)
	}
	if _, err := Open(ctx, Config{Data: t.TempDir(), DreamEvery: -1}); err == nil {
		t.Error("a dream every −1 ns is accepted")
	}
}

// steady returns the time of the last dream once it has been unchanged, and no dream in progress, for 200 ms: a hundred readings of the clock.
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
