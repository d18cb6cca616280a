package compare

import (
	"fmt"
	"math"
	"slices"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// Gap is ‖got − want‖ / ‖want‖ over the numbers of one value.
func Gap(kind models.Kind, got fingerprint.Value, want []float64) (float64, error) {
	switch kind {
	case models.Terms:
		return termsGap(got.Terms, want)
	case models.Tokens:
		return NumbersGap(got.Vectors, want)
	default:
		return NumbersGap(got.Dense, want)
	}
}

// NumbersGap is Gap of plain numbers.
func NumbersGap(got []float32, want []float64) (float64, error) {
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

// slack is the relative distance from the threshold within which a term may be kept or not.
const slack = 1e-3

func termsGap(got []fingerprint.TermWeight, want []float64) (float64, error) {
	kept, truth := termPairs(got, want, slack)
	var off, size float64
	for i, w := range truth {
		off += (kept[i] - w) * (kept[i] - w)
		size += w * w
	}
	if size == 0 {
		return 0, fmt.Errorf("the reference has no term, the backend %d", len(got))
	}
	return math.Sqrt(off / size), nil
}

// termPairs pairs the weights of a value with those of the whole vocabulary. A value keeps the strongest terms; the expected weight of the others is 0. Terms
// within slack of the weakest that is kept are left out unless they are right, since rounding decides about them.
func termPairs(got []fingerprint.TermWeight, want []float64, slack float64) (kept, truth []float64) {
	sorted := slices.Sorted(slices.Values(want))
	slices.Reverse(sorted)
	bar := sorted[int(fingerprint.ActiveShare*float64(len(want)))-1]
	all := make([]float64, len(want))
	for _, t := range got {
		all[t.ID] = float64(t.Weight)
	}
	for id, w := range want {
		if math.Abs(w-bar) < slack*bar && (all[id] == 0 || w < bar) {
			continue
		}
		if w < bar {
			w = 0
		}
		kept, truth = append(kept, all[id]), append(truth, w)
	}
	return kept, truth
}
