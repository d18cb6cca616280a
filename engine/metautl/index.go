package metautl

import (
	"slices"
	"sort"
)

// position says where an event is: its ordinal, its time as the log counts it, and its kind.
type position struct {
	ordinal uint64
	time    int64 // ns since 1970; never falls from one event to the next
	kind    uint8
}

// kindOf is type and domain in one byte, so that a filter is a mask and a comparison.
func kindOf(eventType, domain uint8) uint8 { return eventType<<4 | domain }

// index is the places of all events, column by column, oldest first: 17 bytes an event, so that a million are counted by a
// filter in a millisecond. The events themselves are read from the shelf.
type index struct {
	ordinals []uint64
	times    []int64
	kinds    []uint8
}

func (x *index) add(p position) {
	x.ordinals, x.times, x.kinds = append(x.ordinals, p.ordinal), append(x.times, p.time), append(x.kinds, p.kind)
}

// newest is the time of the newest event, 0 when there is none.
func (x *index) newest() int64 {
	if len(x.times) == 0 {
		return 0
	}
	return x.times[len(x.times)-1]
}

// from is the position of the first event at a time or later.
func (x *index) from(t int64) int {
	return sort.Search(len(x.times), func(i int) bool { return x.times[i] >= t })
}

// remove takes the events at some positions, which rise, out of the columns.
func (x *index) remove(positions []int) {
	if len(positions) == 0 {
		return
	}
	to, next := positions[0], 0
	for i := positions[0]; i < len(x.times); i++ {
		if next < len(positions) && positions[next] == i {
			next++
			continue
		}
		x.ordinals[to], x.times[to], x.kinds[to] = x.ordinals[i], x.times[i], x.kinds[i]
		to++
	}
	x.ordinals, x.times, x.kinds = x.ordinals[:to], x.times[:to], x.kinds[:to]
}

// counts says how many events of each type are between two positions, of a domain's number; 0: of all. It counts by kind first: counting each event in the map made an answer over a million ten times slower.
func (x *index) counts(low, high int, domain uint8) map[EventType]int {
	var of [256]int
	for _, k := range x.kinds[low:high] {
		of[k]++
	}
	out := map[EventType]int{}
	for k, n := range of {
		if n > 0 && (domain == 0 || uint8(k)&0x0f == domain) {
			out[EventTypes[k>>4-1]] += n
		}
	}
	return out
}

// page returns the ordinals of a page of those between two positions whose kind, masked, is want, and how many there are in all.
func (x *index) page(low, high int, mask, want uint8, offset, limit int) (ordinals []uint64, total int) {
	if mask == 0 {
		total = high - low
		begin := min(offset, total)
		return slices.Clone(x.ordinals[low+begin : low+min(begin+limit, total)]), total
	}
	for i, k := range x.kinds[low:high] {
		if k&mask != want {
			continue
		}
		if total >= offset && len(ordinals) < limit {
			ordinals = append(ordinals, x.ordinals[low+i])
		}
		total++
	}
	return ordinals, total
}
