package search

import (
	"cmp"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"asterism/engine/store"
)

// drawIDs draws n different ids.
func drawIDs(r *rand.Rand, n int) []store.ID {
	out := make([]store.ID, n)
	for i, first := range r.Perm(n) {
		binary.BigEndian.PutUint64(out[i][:], uint64(first))
	}
	return out
}

// The greatest values are the same as after sorting all by value and id, for any number of ties and any n.
func TestGreatest(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 3))
	for round := range 500 {
		values := make([]float32, 1+r.IntN(300))
		ids := drawIDs(r, len(values))
		var want []int32
		for i := range values {
			switch values[i] = float32(r.IntN(1 + round%12)); r.IntN(12) {
			case 0:
				values[i] = nan
			case 1:
				values[i] = float32(math.Inf(-1))
			default:
				want = append(want, int32(i))
			}
		}
		slices.SortFunc(want, func(a, b int32) int {
			return cmp.Or(cmp.Compare(values[b], values[a]), compareIDs(ids[a], ids[b]))
		})
		n := 1 + r.IntN(len(values)+2)
		want = want[:min(n, len(want))]
		slices.Sort(want)
		if got := TopK(values, n, func(i int32) store.ID { return ids[i] }); !slices.Equal(got, want) {
			t.Fatalf("round %d: the %d greatest of %d are %v, want %v", round, n, len(values), got, want)
		}
	}
}

// The lowest few of very many are found without sorting all.
func TestLowestOfMany(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 3))
	const many, n = 100_000, 100
	ids, positions, asked := drawIDs(r, many), make([]int32, many), 0
	for i := range positions {
		positions[i] = int32(i)
	}
	got := LowestIDs(positions, n, func(i int32) store.ID { asked++; return ids[i] })
	for i, p := range got {
		if at := binary.BigEndian.Uint64(ids[p][:]); at != uint64(i) {
			t.Fatalf("number %d is the one of place %d", i, at)
		}
	}
	if len(got) != n || asked > 4*many { // sorting all asks for thirty times as many
		t.Errorf("%d were found, and %d ids were looked at for it, want %d and at most %d", len(got), asked, n, 4*many)
	}
}
