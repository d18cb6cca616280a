package kernels

import (
	"math"
	"slices"
)

// aboveBlock is how many values at most are held against the worst of the best at a time. The first blocks are smaller: as long
// as little is known, everything passes.
const aboveBlock = 4096

// TopK returns the indices of the k greatest values above floor, greatest first, equal values by lower index. NaN is
// never chosen.
//
// Values above the worst of the best so far are collected; whenever there is no more room (4k and a little) all but the k
// best are dropped, which raises the bar. On random order few values pass it, and the work is that of reading them; in the
// worst order it is O(n). The variants differ only in how they find what is above the bar, so all answer the same.
// Measured (Xeon, Sapphire Rapids, one of two shared cores, best of several runs), normal random values, k = 1,000 out of
// 100,000 and a million: avx512 0.22 and 0.51 ms, avx2 0.26 and 0.56, plain 0.45 and 1.3 (a heap of the best took 0.68 and
// 1.43); k = 10 out of a million 0.15, 0.15 and 0.64 (0.80).
func TopK(values []float32, floor float32, k int) []int32 {
	return topK(chosen, values, floor, k)
}

func topK(v variant, values []float32, floor float32, k int) []int32 {
	k = min(k, len(values))
	if k <= 0 {
		return nil
	}
	best := make([]uint64, 0, min(4*k+128, len(values)))
	worst := floor
	var found [aboveBlock]int32
	for start, size := 0, 128; start < len(values); start, size = start+size, min(2*size, aboveBlock) {
		block := values[start:min(start+size, len(values))]
		for _, i := range found[:above(v, block, worst, found[:])] {
			if len(best) == cap(best) {
				best = greatest(best, k)
				worst = keyValue(best[k-1])
			}
			if block[i] > worst { // a later equal value never displaces an earlier one
				best = append(best, valueKey(block[i], start+int(i)))
			}
		}
	}
	best = greatest(best, min(k, len(best)))
	slices.Sort(best)
	out := make([]int32, len(best))
	for i, key := range best {
		out[len(out)-1-i] = int32(^uint32(key))
	}
	return out
}

// aboveGeneric is the reference of above: it writes the places of the values greater than bar into found, in order, and returns
// how many there are. found has room for all.
func aboveGeneric(values []float32, bar float32, found []int32) int {
	n := 0
	for i, v := range values {
		if v > bar { // false for NaN
			found[n] = int32(i)
			n++
		}
	}
	return n
}

// valueKey makes a number of which the greater is the better: the value's bits, turned so that they order like the value, above
// the complement of its index. Both zeros are one value.
func valueKey(v float32, index int) uint64 {
	if v == 0 {
		v = 0
	}
	bits := math.Float32bits(v)
	if bits>>31 == 1 {
		bits = ^bits
	} else {
		bits |= 1 << 31
	}
	return uint64(bits)<<32 | uint64(^uint32(index))
}

// keyValue is the value of a key.
func keyValue(key uint64) float32 {
	bits := uint32(key >> 32)
	if bits>>31 == 1 {
		return math.Float32frombits(bits &^ (1 << 31))
	}
	return math.Float32frombits(^bits)
}
