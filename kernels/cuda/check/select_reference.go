package check

import (
	"math"
	"slices"

	"asterism/kernels/cuda"
)

// ReferenceSelect is what [cuda.Select] should return: the `most` greatest of values except NaN and −∞.
func ReferenceSelect(values []float32, most int) cuda.Selected {
	s := cuda.Selected{Greater: []int32{}, Values: []float32{}, Ties: []int32{}, Border: float32(math.Inf(-1))}
	var sorted []float32
	for _, v := range values {
		if v > s.Border {
			sorted = append(sorted, v)
		}
	}
	if len(sorted) >= most {
		slices.Sort(sorted)
		s.Border = sorted[len(sorted)-most]
	}
	for i, v := range values {
		switch {
		case v > s.Border:
			s.Greater, s.Values = append(s.Greater, int32(i)), append(s.Values, v)
		case v == s.Border && len(sorted) >= most:
			if s.TieCount++; len(s.Ties) < most {
				s.Ties = append(s.Ties, int32(i))
			}
		}
	}
	s.Room = most - len(s.Greater)
	return s
}
