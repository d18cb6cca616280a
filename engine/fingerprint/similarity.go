package fingerprint

import (
	"math"
	"math/bits"

	"asterism/models"
)

// Similarity returns how similar two memories are in a space, at most 1. Dense and sparse values: the cosine. A pair: the mean of cause
// with cause and effect with effect. Bits: 1 − 2·(share that differs), which is 0 for unrelated ones. Tokens: the mean over a's tokens of
// the cosine with the nearest of b's. Only the last depends on the order: a is the query, b the memory. It compares equal roles, as
// search.Neighbours does, so that a value has similarity 1 to itself. It is NaN if one of them is absent, or their shapes differ.
func Similarity(space models.Space, a, b *Value) float64 {
	info := space.Info()
	if a.Absent() || b.Absent() {
		return math.NaN()
	}
	switch info.Kind {
	case models.Dense:
		return cosineOf(a.Dense, b.Dense)
	case models.Pair:
		if len(a.Dense) != 2*info.Width || len(b.Dense) != 2*info.Width {
			return math.NaN()
		}
		w := info.Width
		return (cosineOf(a.Dense[:w], b.Dense[:w]) + cosineOf(a.Dense[w:], b.Dense[w:])) / 2
	case models.Terms:
		return cosineOfTerms(a.Terms, b.Terms)
	case models.Binary:
		return agreement(a.Bits, b.Bits, info.Width)
	case models.Tokens:
		return meanNearest(a.Vectors, b.Vectors, info.Width)
	}
	return math.NaN()
}

// cosineOf returns NaN for vectors of different widths and for zero vectors.
func cosineOf(a, b []float32) float64 {
	if len(a) != len(b) {
		return math.NaN()
	}
	var ab, aa, bb float64
	for i, x := range a {
		y := b[i]
		ab += float64(x) * float64(y)
		aa += float64(x) * float64(x)
		bb += float64(y) * float64(y)
	}
	return ab / math.Sqrt(aa*bb)
}

// cosineOfTerms walks both lists in ascending order of ids.
func cosineOfTerms(a, b []TermWeight) float64 {
	ab, j := 0.0, 0
	for _, x := range a {
		for j < len(b) && b[j].ID < x.ID {
			j++
		}
		if j < len(b) && b[j].ID == x.ID {
			ab += float64(x.Weight) * float64(b[j].Weight)
		}
	}
	return ab / math.Sqrt(square(a)*square(b))
}

func square(terms []TermWeight) (sum float64) {
	for _, t := range terms {
		sum += float64(t.Weight) * float64(t.Weight)
	}
	return sum
}

func agreement(a, b []uint64, width int) float64 {
	if len(a) != len(b) {
		return math.NaN()
	}
	differ := 0
	for i, x := range a {
		differ += bits.OnesCount64(x ^ b[i])
	}
	return 1 - 2*float64(differ)/float64(width)
}

// meanNearest treats every token vector as one of unit length, which embedders return.
func meanNearest(a, b []float32, width int) float64 {
	if len(a)%width != 0 || len(b)%width != 0 {
		return math.NaN()
	}
	sum := 0.0
	for i := 0; i < len(a); i += width {
		nearest := float32(math.Inf(-1))
		for j := 0; j < len(b); j += width {
			nearest = max(nearest, product(a[i:i+width], b[j:j+width]))
		}
		sum += float64(nearest)
	}
	return sum / float64(len(a)/width)
}

// product is the dot product in four sums, which a processor can add in parallel.
func product(a, b []float32) float32 {
	var s0, s1, s2, s3 float32
	b = b[:len(a)]
	for i := 0; i+3 < len(a); i += 4 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
		s2 += a[i+2] * b[i+2]
		s3 += a[i+3] * b[i+3]
	}
	for i := len(a) &^ 3; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + s2 + s3
}
