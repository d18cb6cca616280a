package drift

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
)

// mostLooked is how many entries are read for a series: that many measurements of named memories or by other strategies may be in between.
const mostLooked = 10_000

// Ordinary reports whether a measurement is a regular one: by the default strategy, of the memories of a timeframe. Others are made on request.
func (m *Measurement) Ordinary() bool { return m.Strategy == Strategies[0] && m.Timeframe != "" }

// Usual returns the newest ordinary measurement over the most frequent timeframe, the newer one if two are equally frequent; entries are oldest first. nil: none is ordinary.
func Usual(entries []Entry) *Entry {
	made, most := map[string]int{}, -1
	for i := range entries {
		if entries[i].Ordinary() {
			made[entries[i].Timeframe]++
		}
	}
	for i, e := range slices.Backward(entries) {
		if e.Ordinary() && (most < 0 || made[e.Timeframe] > made[entries[most].Timeframe]) {
			most = i
		}
	}
	if most < 0 {
		return nil
	}
	return &entries[most]
}

// Series returns the newest entries of a reference that fit, oldest first, at most n of them. It reads the newest 10,000 entries, so that measurements of
// named memories or by other strategies do not push a series out.
func (h *History) Series(ctx context.Context, reference uuid.UUID, fits func(*Measurement) bool, n int) (out []Entry, err error) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	looked := 0
	err = h.walk(ctx, reference, first, true, func(_ position, value []byte) (bool, error) {
		r, err := decode(value, reference)
		if err != nil {
			return false, err
		}
		if looked++; fits(&r.Measurement) {
			out = append(out, Entry{Measurement: r.Measurement})
		}
		return len(out) < n && looked < mostLooked, nil
	})
	slices.Reverse(out)
	return out, err
}

// Mark sets in each entry, oldest first, the difference of its similarity to the newest comparable one before it. It also marks where the weights changed between two entries that
// are otherwise comparable: there a correction was applied or taken back, and the difference is not drift.
func Mark(entries []Entry) []Entry {
	for i := range entries {
		e := &entries[i]
		e.Delta, e.Marker = nil, ""
		for j := i - 1; j >= 0; j-- {
			before := &entries[j]
			if !before.sameWay(&e.Measurement) {
				continue
			}
			if e.Delta == nil && e.Like(&before.Measurement) {
				d := e.Similarity - before.Similarity
				e.Delta = &d
			}
			if j == lastOfWay(entries[:i], e) && before.Correction != e.Correction {
				e.Marker = markerOf(e.Correction, before.Correction)
			}
			if e.Delta != nil {
				break
			}
		}
	}
	return entries
}

// lastOfWay returns the index of the newest entry of the same strategy and choice of memories, with any weights.
func lastOfWay(entries []Entry, e *Entry) int {
	for j, before := range slices.Backward(entries) {
		if before.sameWay(&e.Measurement) {
			return j
		}
	}
	return -1
}

func markerOf(now, before uuid.UUID) string {
	if now == uuid.Nil {
		return fmt.Sprintf("correction %s was undone", before)
	}
	return fmt.Sprintf("correction %s was applied", now)
}
