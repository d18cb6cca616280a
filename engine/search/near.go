package search

import "time"

// Near is a time that a question asks about: [From, To), where a side that is zero is open. Memories of that time are preferred, and no memory is left out. The
// zero Near prefers nothing.
type Near struct{ From, To time.Time }

// Is reports whether a time is preferred at all.
func (n Near) Is() bool { return !n.From.IsZero() || !n.To.IsZero() }

const (
	// nearBonus is what a memory of the preferred time gains: so many standard deviations of the fused score. bench/quality says how it was chosen.
	nearBonus = 2
	// shortestFade is how far outside of the preferred time a memory still gains something: what happened is told on the day after, too. A longer time
	// fades over its own length.
	shortestFade = 3 * 24 * time.Hour
	// openFade is the same for a time that has no beginning or no end.
	openFade = 7 * 24 * time.Hour
)

// nearness is a Near made ready for scanning.
type nearness struct {
	from, to int64 // Unix nanoseconds, of the first and the last moment
	fade     float32
}

// The first and the last moment that a store keeps: Unix nanoseconds in an int64.
const (
	firstMoment = -1 << 63
	lastMoment  = 1<<63 - 1
)

// prepare returns nil where nothing is preferred.
func (n Near) prepare() *nearness {
	if !n.Is() {
		return nil
	}
	out := &nearness{from: firstMoment, to: lastMoment, fade: float32(openFade)}
	if !n.From.IsZero() {
		out.from = n.From.UnixNano()
	}
	if !n.To.IsZero() {
		out.to = n.To.UnixNano() - 1
	}
	if !n.From.IsZero() && !n.To.IsZero() {
		out.fade = float32(max(shortestFade, n.To.Sub(n.From)))
	}
	return out
}

// bonus is what a memory of time t (Unix nanoseconds) gains: nearBonus within the range, outside less with every day, down to 0. It compares before it
// subtracts, since the difference of two far moments overflows.
func (n *nearness) bonus(t int64) float32 {
	var outside float32
	switch {
	case t < n.from:
		outside = float32(n.from) - float32(t)
	case t > n.to:
		outside = float32(t) - float32(n.to)
	}
	return nearBonus * max(0, 1-outside/n.fade)
}

// in reports whether t lies in the range.
func (n *nearness) in(t int64) bool { return t >= n.from && t <= n.to }

// nearBonus is what the row at a position gains for its time.
func (t *table) nearBonus(position int32) float32 {
	row := t.rows[position]
	k, r := t.state.chunks[row/chunkRows], row%chunkRows
	if t.probe.near == nil || !k.present[r].Has(anyTime) {
		return 0
	}
	return t.probe.near.bonus(k.times[r])
}

// addNear adds to a chunk's estimates what its rows gain for their times. A row without an estimate stays without.
func (s *scan) addNear(c int, estimates []float32) {
	n, k := s.probe.near, s.state.chunks[c]
	if n == nil {
		return
	}
	for r, t := range k.times[:s.state.rows(c)] {
		if k.present[r].Has(anyTime) {
			estimates[r] += n.bonus(t)
		}
	}
}

// countNear is how many rows that passed the filter lie in the preferred time.
func (s *scan) countNear() (n int) {
	if s.probe.near == nil {
		return 0
	}
	var rows []int32
	for c, k := range s.state.chunks {
		rows = s.rows(rows[:0], c)
		for _, r := range rows {
			if k.present[r].Has(anyTime) && s.probe.near.in(k.times[r]) {
				n++
			}
		}
	}
	return n
}
