package main

import (
	"fmt"
	"math"
	"slices"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// gap is ‖got − want‖ / ‖want‖ over the numbers of one value.
func gap(kind models.Kind, got fingerprint.Value, want []float64) (float64, error) {
	switch kind {
	case models.Terms:
		return termsGap(got.Terms, want)
	case models.Tokens:
		return numbersGap(got.Vectors, want)
	default:
		return numbersGap(got.Dense, want)
	}
}

func numbersGap(got []float32, want []float64) (float64, error) {
	if len(got) != len(want) || len(want) == 0 {
		return 0, fmt.Errorf("%d numbers, want %d", len(got), len(want))
	}
	var off, size float64
	for i, w := range want {
		off += (float64(got[i]) - w) * (float64(got[i]) - w)
		size += w * w
	}
	return math.Sqrt(off / size), nil
}

// slack is how near to the bar a term's weight may lie, relatively, for it not to matter whether it was kept.
const slack = 1e-3

// termsGap compares with the weights of the whole vocabulary, of which a value keeps a share, the strongest.
func termsGap(got []fingerprint.TermWeight, want []float64) (float64, error) {
	sorted := slices.Sorted(slices.Values(want))
	slices.Reverse(sorted)
	bar := sorted[int(fingerprint.ActiveShare*float64(len(want)))-1]
	kept := make([]float64, len(want))
	for _, t := range got {
		kept[t.ID] = float64(t.Weight)
	}
	var off, size float64
	for id, w := range want {
		if math.Abs(w-bar) < slack*bar && (kept[id] == 0 || w < bar) {
			continue // rounding decides which of those at the bar are kept
		}
		if w < bar {
			w = 0 // not to be kept
		}
		off += (kept[id] - w) * (kept[id] - w)
		size += w * w
	}
	if size == 0 {
		return 0, fmt.Errorf("the reference has no term, the backend %d", len(got))
	}
	return math.Sqrt(off / size), nil
}
