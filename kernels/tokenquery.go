package kernels

import (
	"fmt"
	"math"
)

// tokenQuery is a question's token vectors in 16 bits: values int16[q][128], vector k in steps of units[k].
type tokenQuery struct {
	values []int16
	units  []float32
}

// newTokenQuery rounds each vector to steps of 1/32,767 of its greatest component; no component is off by more than half a
// step. The error names the number that is not finite.
func newTokenQuery(query []float32) (tokenQuery, error) {
	q := tokenQuery{values: make([]int16, len(query)), units: make([]float32, len(query)/TokenWidth)}
	for k := range q.units {
		v, peak := query[k*TokenWidth:][:TokenWidth], float32(0)
		for j, x := range v {
			if x-x != 0 { // NaN and the infinities
				return tokenQuery{}, fmt.Errorf("maxsim: number %d of question vector %d is %v", j, k, x)
			}
			peak = max(peak, x, -x)
		}
		if peak == 0 {
			continue
		}
		q.units[k] = peak / math.MaxInt16
		rate := math.MaxInt16 / float64(peak)
		for j, x := range v {
			q.values[k*TokenWidth+j] = int16(math.RoundToEven(float64(x) * rate))
		}
	}
	return q, nil
}

// lanes is how many question vectors the C variants work on at a time; the last group is filled up with zeros.
const lanes = 16

// grouped lays the vectors out as maxsim.c draws them: pairs int16[groups][64][16][2], the even components before the odd
// ones, and start int32[groups][16], minus eight times the sum of a vector.
func (q tokenQuery) grouped() (pairs []int16, start []int32) {
	groups := (len(q.units) + lanes - 1) / lanes
	pairs, start = make([]int16, groups*lanes*TokenWidth), make([]int32, groups*lanes)
	for k := range q.units {
		group := pairs[k/lanes*lanes*TokenWidth:]
		for j, x := range q.values[k*TokenWidth:][:TokenWidth] {
			place := j/2 + j%2*(TokenWidth/2) // even components first
			group[(place/2*lanes+k%lanes)*2+place%2] = x
			start[k] -= 8 * int32(x)
		}
	}
	return pairs, start
}
