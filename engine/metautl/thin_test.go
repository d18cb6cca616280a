package metautl

import (
	"context"
	"testing"
	"time"

	"asterism/engine/store"
)

// TestThin writes one event a minute for days, and checks what remains of each hour.
func TestThin(t *testing.T) {
	shelves := store.NewInMemory()
	s := openService(t, shelves)
	begin := noon.Truncate(24 * time.Hour)
	const minutes = 4 * 24 * 60
	var all []Event
	for i := range minutes {
		e := someEvent(begin.Add(time.Duration(i)*time.Minute), i%2) // two kinds
		all = append(all, e)
	}
	write(t, s, all...)
	now := begin.Add(2*24*time.Hour + 30*time.Minute + usual.full()) // two days are thinned, and the last half hour is not over
	removed, err := s.Thin(context.Background(), now)
	if err != nil {
		t.Fatal(err)
	}
	const left = 2*24*2 + 2*24*60
	p := logOf(t, s, Query{Limit: MaxLimit})
	if p.Total != left || removed != minutes-left {
		t.Fatalf("%d events left, %d removed; want %d left", p.Total, removed, left)
	}
	total := 0
	for i, e := range p.Events[:2*24*2] {
		if want := begin.Add(time.Duration(i/2)*time.Hour + time.Duration(58+i%2)*time.Minute); !e.At.Equal(want) || e.Stands != 30 {
			t.Fatalf("event %d of %s stands for %d, want that of %s for 30", i, e.At, e.Stands, want)
		}
		total += int(e.Stands)
	}
	if total != 2*24*60 {
		t.Errorf("those left stand for %d, want %d", total, 2*24*60)
	}
	sameServices(t, s, openService(t, shelves))
	if again, err := s.Thin(context.Background(), now); err != nil || again != 0 {
		t.Errorf("a second pass removed %d, %v", again, err)
	}
	if _, err := s.Thin(context.Background(), begin.Add(24*time.Hour+usual.full()+usual.hourly())); err != nil {
		t.Fatal(err)
	}
	if p := logOf(t, s, Query{Limit: 1}); p.Total != 3*24*2 || p.Events[0].At.Before(begin.Add(24*time.Hour)) {
		t.Errorf("%d left after ninety-seven days, the first of %s", p.Total, p.Events[0].At)
	}
	sameServices(t, s, openService(t, shelves))
}

// TestRecordThins: Record also thins, one batch at a time.
func TestRecordThins(t *testing.T) {
	s := newService(t)
	var all []Event
	for i := range 5000 {
		all = append(all, someEvent(noon.Add(time.Duration(i)*time.Second), 1))
	}
	write(t, s, all...)
	for range 5 {
		must(t, s.Record(context.Background(), cycleAt(noon.Add(usual.full()+48*time.Hour), .5, .5)))
	}
	if p := logOf(t, s, Query{Limit: 1}); p.Total != 2 {
		t.Errorf("%d events left, want one an hour", p.Total)
	}
}
