package search

import (
	"context"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"asterism/engine/store"
)

// sampleRows is about how many rows the scale of a space is measured on if there are more. The relative error of the
// deviation, and so of the space's weight, is then about two hundredths.
const sampleRows = 1024

// sample returns about [sampleRows] of the rows, or all if there are no more. The rows are selected by a hash of their
// ids, so the order in which memories arrived does not matter. Rows that must be read from the store are left out if
// there are enough others.
func (s *scan) sample(ctx context.Context) ([]int32, error) {
	if s.all <= sampleRows {
		return s.allRows(), nil
	}
	total, all := s.allInMemory, false
	if total < sampleRows {
		total, all = s.all, true
	}
	share := uint32(min(float64(sampleRows)/float64(total)*(1<<32), math.MaxUint32))
	parts := make([][]int32, len(s.counts))
	err := parallel(ctx, len(parts), func(_ *scratch, c int) error {
		if s.counts[c] > 0 && (all || !s.onDisk(c)) {
			parts[c] = s.state.chunks[c].sampled(share, s.state.rows(c), &s.allowed[c], c)
		}
		return nil
	})
	return slices.Concat(parts...), err
}

// inMemory returns how many of the rows that passed need not be read from the store.
func (s *scan) inMemory() (rows int) {
	for c, n := range s.counts {
		if n > 0 && !s.onDisk(c) {
			rows += n
		}
	}
	return rows
}

// onDisk reports whether the values of a chunk's rows must be read from the store.
func (s *scan) onDisk(c int) bool {
	return s.state.chunks[c].cold.Load() && (!s.onReplica(c) || s.probe.spaces&evictable.Without(s.replicaSpaces) != 0)
}

// sampleOrder holds the rows of a full chunk in the order of their sample keys.
type sampleOrder [chunkRows]uint16

func orderBySampleKey(lots *[chunkRows]uint32) *sampleOrder {
	var keys [chunkRows]uint64
	for r, lot := range lots {
		keys[r] = uint64(lot)<<32 | uint64(r)
	}
	slices.Sort(keys[:])
	out := &sampleOrder{}
	for i, key := range keys {
		out[i] = uint16(key)
	}
	return out
}

// maxOrderedShare is the largest share for which a full chunk's rows are read in the order of their keys. Above it a
// pass over all keys is faster.
const maxOrderedShare = 1 << 27 // a thirty-second: there both methods take about two microseconds a chunk

// sampled returns those of the first n rows that are allowed and whose keys are at most share, ascending, numbered
// for the chunk in the given slot.
func (c *chunk) sampled(share uint32, n int, allowed *[chunkRows / 64]uint64, slot int) (out []int32) {
	if order := c.order.Load(); order != nil && share <= maxOrderedShare {
		for _, r := range order {
			if c.sampleKeys[r] > share {
				break
			}
			if allowed[r/64]>>(r%64)&1 != 0 {
				out = append(out, int32(slot*chunkRows)+int32(r))
			}
		}
		slices.Sort(out)
		return out
	}
	for r, lot := range c.sampleKeys[:n] {
		if lot <= share && allowed[r/64]>>(r%64)&1 != 0 {
			out = append(out, int32(slot*chunkRows+r))
		}
	}
	return out
}

// sampleKey is a hash of an id: the share of rows with keys up to x·2³² is x.
func sampleKey(id store.ID) uint32 {
	return uint32(scatter(binary.LittleEndian.Uint64(id[:8])^bits.RotateLeft64(binary.LittleEndian.Uint64(id[8:]), 32)) >> 32)
}

// scatter spreads numbers that differ a little over all of uint64 (the finaliser of SplitMix64: Steele, Lea, Flood 2014).
func scatter(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
