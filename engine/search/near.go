package search

import (
	"math"
	"slices"
	"time"

	"asterism/engine/store"
	"asterism/engine/temporal"
)

// Near is a time that a question asks about: [From, To), where a zero side is open. Memories of that time are preferred, and no memory is left out. A memory has its
// own time and those that its text names (see [Index.TellTimes]); the nearest counts. The zero Near prefers nothing.
type Near struct {
	From, To time.Time
	Alone    bool // the question asks only about the time: memories of that time come first
	// Until bounds the time for questions about the past: a text that names a day after it does not count as naming a time of the range. Zero: no bound.
	Until time.Time
	// Parts are the parts of the time that the question means, if it is not one range. Between them a memory gains as much as outside. Empty: the whole range.
	Parts []Part
}

// Part is [From, To) of a [Near].
type Part struct{ From, To time.Time }

// Is reports whether a time is preferred at all.
func (n Near) Is() bool { return !n.From.IsZero() || !n.To.IsZero() }

const (
	// nearBonus is what a memory of the preferred time gains, in standard deviations of the fused score. bench/quality says how it was chosen.
	nearBonus = 2
	// aloneBonus is the same for a question that asks only about the time. It is several times the 2 to 4 that accidental matches of words brought among the sample notes. It was chosen
	// for that, and not measured on a set.
	aloneBonus = 12
	// shortestFade is how far outside the preferred time a memory still gains something: an event is also written down on the day after. A longer time
	// fades over its own length.
	shortestFade = 3 * 24 * time.Hour
	// openFade is the same for a time that has no start or no end.
	openFade = 7 * 24 * time.Hour
)

// nearness is a Near prepared for scanning.
type nearness struct {
	gain     float32 // of a memory within the range
	from, to int64   // Unix nanoseconds of the first and the last moment
	fade     float32
	days     temporal.Days // from and to in the asker's calendar
	faded    float32       // fade in days
	parts    []*nearness   // used instead of the whole range; empty: use the range
}

// TellTimes sets the function that reads the times named in a memory's text. It must be called before the first Add. Add calls the function, from
// several goroutines at once.
func (ix *Index) TellTimes(read func(*store.Memory) []temporal.Days) { ix.readTimes = read }

// The first and the last moment that a store keeps: Unix nanoseconds in an int64.
const (
	firstMoment = -1 << 63
	lastMoment  = 1<<63 - 1
)

// prepare returns nil if no time is preferred.
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
	if !n.Until.IsZero() { // the length without it decides how fast the bonus fades
		out.to, out.days.To = min(out.to, n.Until.UnixNano()), min(out.days.To, temporal.DayOf(n.Until))
	}
	for _, p := range n.Parts {
		out.parts = append(out.parts, Near{From: p.From, To: p.To, Alone: n.Alone, Until: n.Until}.prepare())
	}
	return out
}

// bonus is what a memory of time t (Unix nanoseconds) gains: all within the range, and outside less with every day, down to 0. It compares
// before it subtracts, since the difference of two distant moments overflows.
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

// in reports whether t is in the range.
func (n *nearness) in(t int64) bool { return t >= n.from && t <= n.to }

// dayBonus is the gain for days that a memory's text names. It equals the gain for a time of its own on the nearest of these days. It is smaller if the text names
// a longer time than width: a month is weak evidence for one of its days.
func (n *nearness) dayBonus(days temporal.Days) float32 {
	outside := max(float32(days.From)-float32(n.days.To), float32(n.days.From)-float32(days.To), 0)
	return n.gain * max(0, 1-outside/n.faded) * min(1, n.width()/float32(days.Len()))
}

// width is the number of days of the range or, if greater, of its fade.
func (n *nearness) width() float32 { return max(float32(n.days.To)-float32(n.days.From)+1, n.faded) }

// names reports whether days that a text names overlap the range and are not longer than width.
func (n *nearness) names(days temporal.Days) bool {
	return days.From <= n.days.To && n.days.From <= days.To && float32(days.Len()) <= n.width()
}

// of returns what row r of a chunk gains for its time, or for one that its text names.
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
	for _, days := range k.namedDays[r] {
		gain = max(gain, n.dayBonus(days))
	}
	return gain
}

// isOf reports whether row r of a chunk belongs to the preferred time.
func (n *nearness) isOf(k *chunk, r int) bool {
	if len(n.parts) > 0 {
		return slices.ContainsFunc(n.parts, func(p *nearness) bool { return p.isOf(k, r) })
	}
	return k.present[r].Has(anyTime) && n.in(k.times[r]) || slices.ContainsFunc(k.namedDays[r], n.names)
}

// nearBonus returns what the row at a position gains for its time.
func (t *table) nearBonus(position int32) float32 {
	if t.probe.near == nil {
		return 0
	}
	row := t.rows[position]
	return t.probe.near.of(t.state.chunks[row/chunkRows], int(row%chunkRows))
}

// addNear adds the gains of a chunk's rows to their estimates. A row without an estimate stays without.
func (s *scan) addNear(c int, estimates []float32) {
	n, k := s.probe.near, s.state.chunks[c]
	if n == nil {
		return
	}
	for r := range s.state.rows(c) {
		estimates[r] += n.of(k, r)
	}
}

// countNear counts the rows that passed the filter and belong to the preferred time.
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
