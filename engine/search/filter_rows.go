package search

import (
	"math"
	"math/bits"
	"time"
)

// rowSet is a set of a chunk's rows, a bit each.
type rowSet = [chunkRows / 64]uint64

// span are times in Unix nanoseconds, both ends included; none where first is greater than last.
type span struct{ first, last int64 }

func (s span) has(t int64) bool { return t >= s.first && t <= s.last }

// The times that a chunk can hold.
var leastTime, greatestTime = time.Unix(0, math.MinInt64), time.Unix(0, math.MaxInt64)

// spanOf is what lies in [after, before); a zero time is an open end.
func spanOf(after, before time.Time) span {
	s := span{math.MinInt64, math.MaxInt64}
	switch {
	case after.After(greatestTime):
		return span{1, 0}
	case after.After(leastTime):
		s.first = after.UnixNano()
	}
	switch {
	case before.IsZero() || before.After(greatestTime):
	case !before.After(leastTime):
		return span{1, 0}
	default:
		s.last = before.UnixNano() - 1
	}
	return s
}

// filter marks the rows of a chunk that are live and pass. It reads a column to its end before the next, and labels of the rows alone that passed so far: with a million
// memories it is reading that takes the time.
func (s *scan) filter(c int, where *conditions) {
	k, n := s.state.chunks[c], s.state.rows(c)
	if n == 0 {
		return
	}
	rows := s.live(k, n)
	if where.timed {
		where.narrow(k, n, &rows)
	}
	if !where.passAll(k) {
		keep(&rows, func(r int) bool { return where.passOther(k, r) })
	}
	s.allowed[c] = rows
	for _, word := range rows {
		s.counts[c] += bits.OnesCount64(word)
	}
}

// live are the first n rows of a chunk without the dead.
func (s *scan) live(k *chunk, n int) rowSet {
	rows := firstRows(n)
	if k.deaths.Load() > 0 {
		keep(&rows, func(r int) bool { return s.state.alive(&k.died[r]) })
	}
	return rows
}

// narrow leaves the rows that have a time within the span.
func (c *conditions) narrow(k *chunk, n int, rows *rowSet) {
	for i := range rows {
		word := uint64(0)
		for j, t := range k.times[min(64*i, n):min(64*i+64, n)] {
			if c.times.has(t) {
				word |= 1 << j
			}
		}
		rows[i] &= word
	}
	if k.lack().Has(anyTime) {
		keep(rows, func(r int) bool { return k.present[r].Has(anyTime) })
	}
}

// keep leaves the rows for which is says yes.
func keep(rows *rowSet, is func(r int) bool) {
	for i, word := range rows {
		for ; word != 0; word &= word - 1 {
			if r := 64*i + bits.TrailingZeros64(word); !is(r) {
				rows[i] &^= 1 << (r % 64)
			}
		}
	}
}
