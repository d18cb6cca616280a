package kernels

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// countPlanes is what DotBits is by the planes: 15·D − 2·Σ 2ᵖ·n(p), or n(0) of a distance query.
func countPlanes(planes [][]uint32, code []uint64) int32 {
	sum := 0
	for p, plane := range planes {
		for i, word := range plane {
			sum += bits.OnesCount32(word^uint32(code[i/2]>>(i%2*32))) << p
		}
	}
	if len(planes) == 1 {
		return int32(sum)
	}
	return int32(15*64*len(code) - 2*sum)
}

// TestPlanesCountAsDotBits: counted bit by bit, codes come to the numbers that adding entries of tables gives.
func TestPlanesCountAsDotBits(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 22))
	for _, width := range []int{64, 256, 384, 4096} {
		v := make([]float32, width)
		for i := range v {
			v[i] = float32(r.NormFloat64())
		}
		for range width / 4 { // zeros, which go to either side in turn
			v[r.IntN(width)] = 0
		}
		words := make([]uint64, width/64)
		for i := range words {
			words[i] = r.Uint64()
		}
		dot, err := NewBitQuery(v)
		if err != nil {
			t.Fatal(err)
		}
		distance, err := NewDistanceQuery(words)
		if err != nil {
			t.Fatal(err)
		}
		const rows = 70
		codes, code := make([]byte, CodesLen(rows, width/8)), make([]uint64, width/64)
		for name, c := range map[string]struct {
			query  BitQuery
			planes int
		}{"dot": {dot, BitPlanes}, "distance": {distance, 1}} {
			planes, want := c.query.Planes(), make([]int32, rows)
			if len(planes) != c.planes {
				t.Fatalf("%s of %d: %d planes, want %d", name, width, len(planes), c.planes)
			}
			var got []int32
			for row := range rows {
				for i := range code {
					code[i] = r.Uint64()
				}
				PutCode(codes, row, code)
				got = append(got, countPlanes(planes, code))
			}
			if err := DotBits(c.query, codes, nil, want); err != nil {
				t.Fatal(err)
			}
			for row := range rows {
				if got[row] != want[row] {
					t.Fatalf("%s of %d, row %d: %d, want %d", name, width, row, got[row], want[row])
				}
			}
		}
	}
}

// TestPlanesOfNothing: a query that was never made has nothing in its planes.
func TestPlanesOfNothing(t *testing.T) {
	for _, plane := range (BitQuery{}).Planes() {
		if len(plane) != 0 {
			t.Errorf("a plane of %d words", len(plane))
		}
	}
}
