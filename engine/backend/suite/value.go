package suite

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// lengthSlack is how far from 1 the length of a vector may be.
const lengthSlack = 1e-3

// Check reports the first way in which v is not a value of the space's kind; absent is fine.
func Check(info models.Info, v fingerprint.Value) error {
	if v.Absent() {
		return nil
	}
	fields := 0
	for _, n := range []int{len(v.Dense), len(v.Terms), len(v.Bits), len(v.Vectors)} {
		fields += min(n, 1)
	}
	if fields != 1 {
		return fmt.Errorf("%d fields of the value are set, want one", fields)
	}
	switch info.Kind {
	case models.Dense:
		return checkRows(v.Dense, info.Width, 1)
	case models.Pair:
		return checkRows(v.Dense, info.Width, 2)
	case models.Tokens:
		return checkRows(v.Vectors, info.Width, len(v.Vectors)/info.Width)
	case models.Terms:
		return checkTerms(v.Terms, info.Width)
	default:
		return checkBits(v.Bits, info.Width)
	}
}

func checkRows(v []float32, width, n int) error {
	if n < 1 || len(v) != n*width {
		return fmt.Errorf("%d numbers, want %d rows of %d", len(v), n, width)
	}
	for row := range slices.Chunk(v, width) {
		var sum float64
		for _, x := range row {
			sum += float64(x) * float64(x)
		}
		if !(math.Abs(math.Sqrt(sum)-1) <= lengthSlack) {
			return fmt.Errorf("a vector has length %v, want 1", math.Sqrt(sum))
		}
	}
	return nil
}

func checkTerms(terms []fingerprint.TermWeight, width int) error {
	if most := width / 20; len(terms) > most {
		return fmt.Errorf("%d terms are active, want at most %d", len(terms), most)
	}
	for i, t := range terms {
		if int(t.ID) >= width || i > 0 && t.ID <= terms[i-1].ID {
			return fmt.Errorf("term %d has id %d, want ascending ids below %d", i, t.ID, width)
		}
		if !(t.Weight > 0) || math.IsInf(float64(t.Weight), 0) {
			return fmt.Errorf("term %d has weight %v, want finite and above 0", t.ID, t.Weight)
		}
	}
	return nil
}

func checkBits(words []uint64, width int) error {
	if len(words) != (width+63)/64 {
		return fmt.Errorf("%d words, want %d", len(words), (width+63)/64)
	}
	if high := words[len(words)-1] >> (width % 64); width%64 != 0 && high != 0 {
		return fmt.Errorf("bits beyond %d are set", width)
	}
	return nil
}

// Distance is the greatest difference of any one number of two values: for bits the share of bits that differ, and
// infinite when the shapes differ or one is absent. A term that only one of them has counts as its weight.
func Distance(info models.Info, a, b fingerprint.Value) float64 {
	if a.Absent() || b.Absent() {
		if a.Absent() && b.Absent() {
			return 0
		}
		return math.Inf(1)
	}
	switch info.Kind {
	case models.Terms:
		return distanceTerms(a.Terms, b.Terms)
	case models.Binary:
		differ := 0
		for i := range a.Bits {
			differ += bits.OnesCount64(a.Bits[i] ^ b.Bits[i])
		}
		return float64(differ) / float64(info.Width)
	case models.Tokens:
		return distanceFloats(a.Vectors, b.Vectors)
	default:
		return distanceFloats(a.Dense, b.Dense)
	}
}

func distanceFloats(a, b []float32) float64 {
	if len(a) != len(b) {
		return math.Inf(1)
	}
	var worst float64
	for i := range a {
		worst = max(worst, math.Abs(float64(a[i])-float64(b[i])))
	}
	return worst
}

func distanceTerms(a, b []fingerprint.TermWeight) float64 {
	weights := make(map[uint16]float64)
	for _, t := range a {
		weights[t.ID] += float64(t.Weight)
	}
	for _, t := range b {
		weights[t.ID] -= float64(t.Weight)
	}
	var worst float64
	for _, d := range weights {
		worst = max(worst, math.Abs(d))
	}
	return worst
}

func clone(v fingerprint.Value) fingerprint.Value {
	return fingerprint.Value{
		Dense:   slices.Clone(v.Dense),
		Terms:   slices.Clone(v.Terms),
		Bits:    slices.Clone(v.Bits),
		Vectors: slices.Clone(v.Vectors),
	}
}
