package drift

import (
	"context"
	"testing"
	"time"

	"asterism/engine/store"
)

// TestAClockFarAheadStaysInTheOrder: after a clock was ten years ahead for one entry, later entries keep the order in which they were recorded and their own times. Ranges place them at
// the time of that entry, so no range misses any, and the pages contain every entry once.
func TestAClockFarAheadStaysInTheOrder(t *testing.T) {
	h := NewHistory(store.NewInMemory())
	for i, at := range []time.Duration{0, 10 * 365 * 24 * time.Hour, time.Hour, 2 * time.Hour, 40 * 24 * time.Hour} {
		record1(t, h, measurementAt(goal, noon.Add(at), i))
	}
	for from, want := range map[time.Time][]int{{}: {0, 1, 2, 3, 4}, noon.Add(90 * time.Minute): {1, 2, 3, 4}, noon.Add(365 * 24 * time.Hour): {1, 2, 3, 4}} {
		p := newest(t, h, goal, from, 10)
		if got := numbers(p); len(got) != len(want) || p.Total != len(want) {
			t.Errorf("from %s: entries %v, total %d, want %v", from, got, p.Total, want)
		}
	}
	p := newest(t, h, goal, time.Time{}, 10)
	for i, at := range []time.Duration{0, 10 * 365 * 24 * time.Hour, time.Hour, 2 * time.Hour, 40 * 24 * time.Hour} {
		if got := p.Entries[i].At; !got.Equal(noon.Add(at)) {
			t.Errorf("entry %d says %s, want %s", i, got, noon.Add(at))
		}
	}
	if n, err := h.Thin(context.Background(), noon.Add(200*24*time.Hour)); err != nil || n != 0 {
		t.Errorf("thinned by today's clock: %d, %v; want none before the time that the clock had shown", n, err)
	}
}
