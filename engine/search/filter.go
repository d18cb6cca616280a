package search

import (
	"math"
	"math/bits"
	"slices"
	"time"

	"asterism/engine/store"
)

// Filter selects the memories that a search reads; all conditions must be met. The zero Filter passes every memory.
type Filter struct {
	Namespace     string   // "": all namespaces
	Beside        string   // a second namespace whose memories pass too; "": none
	Tags          []string // a memory must have all of them
	Modality      string
	After, Before time.Time // of the memory's time: half-open [After, Before); zero: open
	SessionID     string
	Source        string            // this source, or pieces of the file that it names
	MinAlignment  float64           // least θ of the purpose vector, see [Theta]; at 0 memories without a goal pass too
	AsOf          time.Time         // passes memories of this time or before, and those of Early; zero: all
	Early         map[store.ID]bool // memories that were true at AsOf and happened later
}

// conditions is a Filter with strings replaced by the dictionary's numbers; zero means any.
type conditions struct {
	namespace, modality, session, source uint32
	beside                               uint32 // another namespace that passes; zero: none
	tags                                 []uint32
	timed                                bool
	times                                span
	aligned                              float32
	asOf                                 time.Time
	early                                map[store.ID]bool
}

// resolve looks up a filter's strings; ok is false if no memory has one of them, so that nothing can pass.
func (f Filter) resolve(names *dictionary) (c conditions, ok bool) {
	if f.Beside != "" {
		c.beside, ok = names.find(f.Beside)
		if _, known := names.find(f.Namespace); ok && !known { // only the other namespace passes
			f.Namespace, c.beside = f.Beside, 0
		}
	}
	for _, l := range []struct {
		value  string
		number *uint32
	}{{f.Namespace, &c.namespace}, {f.Modality, &c.modality}, {f.SessionID, &c.session}, {f.Source, &c.source}} {
		if *l.number, ok = names.find(l.value); !ok {
			return c, false
		}
	}
	for _, t := range f.Tags {
		n, ok := names.find(t)
		if !ok {
			return c, false
		}
		c.tags = append(c.tags, n)
	}
	c.times, c.timed = spanOf(f.After, f.Before), !f.After.IsZero() || !f.Before.IsZero()
	c.aligned, c.asOf, c.early = float32(f.MinAlignment), f.AsOf, f.Early
	return c, true
}

// passAll reports whether every row of a chunk passes all conditions except those on times, if that is known without reading each row.
func (c *conditions) passAll(k *chunk) bool {
	return c.modality == 0 && c.session == 0 && c.source == 0 && len(c.tags) == 0 && c.aligned == 0 && c.asOf.IsZero() &&
		(c.namespace == 0 || k.namespaces.is(c.namespace) || c.beside != 0 && k.namespaces.is(c.beside))
}

func (c *conditions) pass(k *chunk, r int) bool { return c.passTime(k, r) && c.passOther(k, r) }

func (c *conditions) passTime(k *chunk, r int) bool {
	return !c.timed || k.present[r].Has(anyTime) && c.times.has(k.times[r])
}

// passOther reports whether a row passes all conditions except those on times.
func (c *conditions) passOther(k *chunk, r int) bool {
	l := &k.labels[r]
	if c.namespace != 0 && l.namespace != c.namespace && (c.beside == 0 || l.namespace != c.beside) || c.modality != 0 && l.modality != c.modality ||
		c.session != 0 && l.session != c.session || c.source != 0 && l.source != c.source && l.file != c.source {
		return false
	}
	if !c.asOf.IsZero() && (!k.present[r].Has(anyTime) || time.Unix(0, k.times[r]).After(c.asOf)) && !c.early[k.ids[r]] {
		return false
	}
	for _, t := range c.tags {
		if _, found := slices.BinarySearch(l.tags, t); !found {
			return false
		}
	}
	return c.aligned == 0 || k.theta(r) >= c.aligned // a comparison with NaN is false
}

// rowSet is a set of a chunk's rows, one bit per row.
type rowSet = [chunkRows / 64]uint64

// span is a range of times in Unix nanoseconds that includes both ends; it is empty if first is greater than last.
type span struct{ first, last int64 }

func (s span) has(t int64) bool { return t >= s.first && t <= s.last }

// The range of times that a chunk can hold.
var leastTime, greatestTime = time.Unix(0, math.MinInt64), time.Unix(0, math.MaxInt64)

// spanOf returns the span of [after, before); a zero time is an open end.
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

// narrow keeps the rows that have a time within the span.
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

// keep keeps the rows for which is returns true.
func keep(rows *rowSet, is func(r int) bool) {
	for i, word := range rows {
		for ; word != 0; word &= word - 1 {
			if r := 64*i + bits.TrailingZeros64(word); !is(r) {
				rows[i] &^= 1 << (r % 64)
			}
		}
	}
}
