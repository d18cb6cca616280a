package kernels

import (
	"fmt"
	"math"
)

// maxDotWidth keeps sums of products of 16 and 8 bits within the 32-bit lanes of every variant.
const maxDotWidth = 4000

// Query16 is a float32 vector made ready for [DotI8]: rounded to 16 bits, in steps of unit.
type Query16 struct {
	values []int16
	unit   float32
}

// NewQuery16 rounds a vector to 16 bits; each component is off by at most 1.6e-5 of the greatest one. The error says that
// the vector is wider than 4,000 or holds a number that is not finite.
func NewQuery16(v []float32) (Query16, error) {
	if len(v) > maxDotWidth {
		return Query16{}, fmt.Errorf("make query of 16 bits: width %d is above %d", len(v), maxDotWidth)
	}
	peak := float32(0)
	for i, x := range v {
		if x-x != 0 { // NaN and the infinities
			return Query16{}, fmt.Errorf("make query of 16 bits: number %d is %v", i, x)
		}
		peak = max(peak, x, -x)
	}
	q := Query16{values: make([]int16, len(v)), unit: peak / math.MaxInt16}
	if peak > 0 {
		for i, x := range v {
			q.values[i] = int16(math.RoundToEven(float64(x) / float64(peak) * math.MaxInt16))
		}
	}
	return q, nil
}

// NewQuery16I8 is [NewQuery16] of values in steps of scale, which must be finite and not negative, as a row of int8 holds them: the same bits, and a division for each magnitude
// instead of one for each number.
func NewQuery16I8(values []int8, scale float32) (Query16, error) {
	if len(values) > maxDotWidth {
		return Query16{}, fmt.Errorf("make query of 16 bits: width %d is above %d", len(values), maxDotWidth)
	}
	if !(scale >= 0 && scale <= math.MaxFloat32/128) {
		return Query16{}, fmt.Errorf("make query of 16 bits: scale %v is not a finite number from 0 on", scale)
	}
	most := 0
	for _, v := range values {
		most = max(most, int(v), -int(v))
	}
	peak := float32(most) * scale
	q := Query16{values: make([]int16, len(values)), unit: peak / math.MaxInt16}
	if peak == 0 {
		return q, nil
	}
	var rounded [129]int16 // by magnitude
	for v := range most + 1 {
		rounded[v] = int16(math.RoundToEven(float64(float32(v)*scale) / float64(peak) * math.MaxInt16))
	}
	for i, v := range values {
		if v < 0 {
			q.values[i] = -rounded[-int(v)]
		} else {
			q.values[i] = rounded[v]
		}
	}
	return q, nil
}

// DotI8 computes out[k] = scales[r]·Σⱼ query[j]·rows[r·w+j] with r = pick[k], or r = k when pick is nil; w is the query's
// width. rows is row-major int8[n][w], scales float32[n]. The sum is exact, so every variant gives the same bits, and a
// row's result does not depend on the rows around it. The error names the shape that does not fit; nothing is computed then.
func DotI8(query Query16, rows []int8, scales []float32, pick []int32, out []float32) error {
	w := len(query.values)
	if err := checkRows("dot int8", len(rows), w, pick, len(out)); err != nil {
		return err
	}
	if len(scales)*w != len(rows) {
		return fmt.Errorf("dot int8: %d scales for %d rows of width %d", len(scales), len(rows)/w, w)
	}
	if len(out) > 0 {
		dotI8(chosen, query, rows, scales, pick, out)
	}
	return nil
}

// checkRows checks a block of rows of the given width, and the rows picked out of it.
func checkRows(op string, values, width int, pick []int32, out int) error {
	if width == 0 || values%width != 0 {
		return fmt.Errorf("%s: %d values are not whole rows of width %d", op, values, width)
	}
	n := values / width
	if pick == nil {
		if out != n {
			return fmt.Errorf("%s: room for %d results, %d rows given", op, out, n)
		}
		return nil
	}
	if out != len(pick) {
		return fmt.Errorf("%s: room for %d results, %d rows picked", op, out, len(pick))
	}
	for _, r := range pick {
		if r < 0 || int(r) >= n {
			return fmt.Errorf("%s: row %d picked out of %d", op, r, n)
		}
	}
	return nil
}
