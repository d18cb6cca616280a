package search

import (
	"math"
	"slices"
	"time"

	"asterism/engine/store"
	"asterism/engine/temporal"
)

// Near is a time that a question asks about: [From, To), where a side that is zero is open. Memories of that time are preferred, and no memory is left out. A memory
// is of a time by its own time or by one that its text names (see [Index.TellTimes]), whichever is nearer. The zero Near prefers nothing.
type Near struct {
	From, To time.Time
	Alone    bool // the question asks about nothing else: memories of that time come first
	// Until bounds the time for questions about the past: a text that names a day after it does not count as naming a time of the range. Zero: no bound.
	Until time.Time
	// Parts are the parts of the time that the question means, where it is not in one piece. Between them a memory gains as much as outside. Empty: all of it is meant.
	Parts []Part
}

// Part is [From, To) of a [Near].
type Part struct{ From, To time.Time }

// Is reports whether a time is preferred at all.
func (n Near) Is() bool { return !n.From.IsZero() || !n.To.IsZero() }

const (
	// nearBonus is what a memory of the preferred time gains: so many standard deviations of the fused score. bench/quality says how it was chosen.
	nearBonus = 2
	// aloneBonus is the same where the question asks about the time alone: several times what words that happen to be alike brought among the sample notes, 2 to 4. It was chosen for that, and not
	// measured on a set.
	aloneBonus = 12
	// shortestFade is how far outside of the preferred time a memory still gains something: what happened is told on the day after, too. A longer time
	// fades over its own length.
	shortestFade = 3 * 24 * time.Hour
	// openFade is the same for a time that has no beginning or no end.
	openFade = 7 * 24 * time.Hour
)

// nearness is a Near made ready for scanning.
type nearness struct {
	gain     float32 // of a memory of that very time
	from, to int64   // Unix nanoseconds, of the first and the last moment
	fade     float32
	days     temporal.Days // from and to on the calendar of who asks
	faded    float32       // fade in days
	parts    []*nearness   // each of them instead of the whole; empty: the whole
}

// TellTimes sets what reads the times that a memory's text names; called before the first Add. It is called on each Add, by several goroutines at once.
func (ix *Index) TellTimes(told func(*store.Memory) []temporal.Days) { ix.told = told }

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
	out := &nearness{gain: nearBonus, from: firstMoment, to: lastMoment, fade: float32(openFade), days: temporal.Days{From: math.MinInt32, To: math.MaxInt32}}
	if n.Alone {
		out.gain = aloneBonus
	}
	if !n.From.IsZero() {
		out.from, out.days.From = n.From.UnixNano(), temporal.DayOf(n.From)
	}
	if !n.To.IsZero() {
		out.to, out.days.To = n.To.UnixNano()-1, temporal.DayOf(n.To.Add(-1))
	}
	if !n.From.IsZero() && !n.To.IsZero() {
		out.fade = float32(max(shortestFade, n.To.Sub(n.From)))
	}
	out.faded = out.fade / float32(24*time.Hour)
	if !n.Until.IsZero() { // how long the range is without it decides how fast it fades
		out.to, out.days.To = min(out.to, n.Until.UnixNano()), min(out.days.To, temporal.DayOf(n.Until))
	}
	for _, p := range n.Parts {
		out.parts = append(out.parts, Near{From: p.From, To: p.To, Alone: n.Alone, Until: n.Until}.prepare())
	}
	return out
}

// bonus is what a memory of time t (Unix nanoseconds) gains: all within the range, outside less with every day, down to 0. It compares before it
// subtracts, since the difference of two far moments overflows.
func (n *nearness) bonus(t int64) float32 {
	var outside float32
	switch {
	case t < n.from:
		outside = float32(n.from) - float32(t)
	case t > n.to:
		outside = float32(t) - float32(n.to)
	}
	return n.gain * max(0, 1-outside/n.fade)
}

// in reports whether t lies in the range.
func (n *nearness) in(t int64) bool { return t >= n.from && t <= n.to }

// told is what a memory gains for days that its text names: as much as for a time of its own on the nearest of them, and less where it names a longer time than the
// question asks about and forgives: a month says little of one of its days.
func (n *nearness) told(days temporal.Days) float32 {
	outside := max(float32(days.From)-float32(n.days.To), float32(n.days.From)-float32(days.To), 0)
	return n.gain * max(0, 1-outside/n.faded) * min(1, n.width()/float32(days.Len()))
}

// width is how many days the range has and, if that is more, forgives.
func (n *nearness) width() float32 { return max(float32(n.days.To)-float32(n.days.From)+1, n.faded) }

// tells reports whether days that a text names lie in the range, or meet it and are hardly longer.
func (n *nearness) tells(days temporal.Days) bool {
	return days.From <= n.days.To && n.days.From <= days.To && float32(days.Len()) <= n.width()
}

// of is what row r of a chunk gains for its time, or for one that its text names.
func (n *nearness) of(k *chunk, r int) (gain float32) {
	if len(n.parts) > 0 {
		for _, p := range n.parts {
			gain = max(gain, p.of(k, r))
		}
		return gain
	}
	if k.present[r].Has(anyTime) {
		gain = n.bonus(k.times[r])
	}
	for _, days := range k.told[r] {
		gain = max(gain, n.told(days))
	}
	return gain
}

// isOf reports whether row r of a chunk is of the preferred time.
func (n *nearness) isOf(k *chunk, r int) bool {
	if len(n.parts) > 0 {
		return slices.ContainsFunc(n.parts, func(p *nearness) bool { return p.isOf(k, r) })
	}
	return k.present[r].Has(anyTime) && n.in(k.times[r]) || slices.ContainsFunc(k.told[r], n.tells)
}

// nearBonus is what the row at a position gains for its time.
func (t *table) nearBonus(position int32) float32 {
	if t.probe.near == nil {
		return 0
	}
	row := t.rows[position]
	return t.probe.near.of(t.state.chunks[row/chunkRows], int(row%chunkRows))
}

// addNear adds to a chunk's estimates what its rows gain for their times. A row without an estimate stays without.
func (s *scan) addNear(c int, estimates []float32) {
	n, k := s.probe.near, s.state.chunks[c]
	if n == nil {
		return
	}
	for r := range s.state.rows(c) {
		estimates[r] += n.of(k, r)
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
			if s.probe.near.isOf(k, int(r)) {
				n++
			}
		}
	}
	return n
}
