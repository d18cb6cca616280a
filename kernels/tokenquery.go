package kernels

import (
	"fmt"
	"math"
)

// TokenQuery is a question's token vectors, prepared once for any number of [TokenQuery.MaxSim]. It may be used by many goroutines at a time.
type TokenQuery struct{ rounded tokenQuery }

// PrepareTokens rounds a question's token vectors, float32[q][128], to 16 bits. The error names the shape that does not fit, or the number that is not finite.
func PrepareTokens(query []float32) (TokenQuery, error) {
	if len(query) == 0 || len(query)%TokenWidth != 0 {
		return TokenQuery{}, fmt.Errorf("maxsim: query has %d values, not whole vectors of %d", len(query), TokenWidth)
	}
	q, err := newTokenQuery(query)
	if err != nil {
		return TokenQuery{}, err
	}
	q.pairs, q.start = q.grouped()
	return TokenQuery{q}, nil
}

// tokenQuery is a question's token vectors in 16 bits: values int16[q][128], vector k in steps of units[k].
type tokenQuery struct {
	values []int16
	units  []float32
	pairs  []int16 // as grouped lays them out; nil: not yet
	start  []int32
}

// toInt16 added to a float64 leaves its nearest whole number, of two equally near ones the even one, in the lowest 16 bits.
const toInt16 = 0x1.8p52

// newTokenQuery rounds each vector to steps of 1/32,767 of its greatest component; no component is off by more than half a
// step. The error names the number that is not finite.
func newTokenQuery(query []float32) (tokenQuery, error) {
	const magnitude, infinite = 1<<31 - 1, 0x7f800000
	q := tokenQuery{values: make([]int16, len(query)), units: make([]float32, len(query)/TokenWidth)}
	for k := range q.units {
		v, top := query[k*TokenWidth:][:TokenWidth], uint32(0)
		for _, x := range v { // as whole numbers the magnitudes have the same order, with NaN and the infinities above all others
			top = max(top, math.Float32bits(x)&magnitude)
		}
		if top >= infinite {
			for j, x := range v {
				if x-x != 0 {
					return tokenQuery{}, fmt.Errorf("maxsim: number %d of question vector %d is %v", j, k, x)
				}
			}
		}
		if top == 0 {
			continue
		}
		peak := math.Float32frombits(top)
		q.units[k] = peak / math.MaxInt16
		rate, to := math.MaxInt16/float64(peak), q.values[k*TokenWidth:][:TokenWidth]
		for j, x := range v {
			// The conversion keeps a compiler from fusing the two steps: all machines round alike.
			to[j] = int16(math.Float64bits(float64(float64(x)*rate) + toInt16))
		}
	}
	return q, nil
}

// lanes is how many question vectors the C variants work on at a time; the last group is filled up with zeros.
const lanes = 16

// groupedAt is where component j of the first vector of a group lies: even components first, two by two beside those of the other vectors.
var groupedAt = func() (at [TokenWidth]int) {
	for j := range at {
		place := j/2 + j%2*(TokenWidth/2)
		at[j] = place/2*lanes*2 + place%2
	}
	return at
}()

// grouped lays the vectors out as maxsim.c draws them: pairs int16[groups][64][16][2], the even components before the odd
// ones, and start int32[groups][16], minus eight times the sum of a vector.
func (q tokenQuery) grouped() (pairs []int16, start []int32) {
	groups := (len(q.units) + lanes - 1) / lanes
	pairs, start = make([]int16, groups*lanes*TokenWidth), make([]int32, groups*lanes)
	for k := range q.units {
		group, sum := pairs[k/lanes*lanes*TokenWidth+k%lanes*2:], int32(0)
		for j, x := range q.values[k*TokenWidth:][:TokenWidth] {
			group[groupedAt[j]] = x
			sum += int32(x)
		}
		start[k] = -8 * sum
	}
	return pairs, start
}
