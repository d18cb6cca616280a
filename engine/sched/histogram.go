package sched

import (
	"math/bits"
	"sync/atomic"
	"time"
)

// histogram counts durations in buckets that are a quarter of a power of two wide: adding is one atomic addition,
// and a quantile is right within a quarter. The zero value is empty.
type histogram struct {
	buckets [bucketOfMax + 1]atomic.Int64
}

// add counts a duration in nanoseconds.
func (h *histogram) add(ns int64) { h.buckets[bucketOf(ns)].Add(1) }

// quantile is the upper end of the bucket below which the share q of all durations is; zero if there are none.
func (h *histogram) quantile(q float64) time.Duration {
	total := int64(0)
	for i := range h.buckets {
		total += h.buckets[i].Load()
	}
	if total == 0 {
		return 0
	}
	rank := int64(q * float64(total-1))
	for i := range h.buckets {
		if rank -= h.buckets[i].Load(); rank < 0 {
			return time.Duration(bucketEnd(i))
		}
	}
	return time.Duration(bucketEnd(len(h.buckets) - 1))
}

// bucketOfMax is the bucket of the longest possible duration.
const bucketOfMax = 247

// bucketOf numbers the buckets 0, 1, 2, 3, then four per power of two.
func bucketOf(ns int64) int {
	v := uint64(max(ns, 0))
	if v < 4 {
		return int(v)
	}
	power := bits.Len64(v) - 1
	return 4*(power-1) + int(v>>(power-2)&3)
}

func bucketEnd(i int) int64 {
	if i < 4 {
		return int64(i)
	}
	power := i/4 + 1
	return int64(5+i%4)<<(power-2) - 1 // the last wraps round to exactly the largest int64
}
