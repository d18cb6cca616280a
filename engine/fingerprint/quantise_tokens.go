package fingerprint

import "math"

// quantiseToken writes one token's vector to nibbles, two numbers a byte, and returns its scale. A zero vector (a masked token) has
// scale 0 and matches nothing.
//
// The numbers are those nearest to x in steps of max|x|/7. The scale is not that step: it is |x|²/(x·q), by which the product of x with
// its kept form is |x|², as that of x with itself. With the step as scale, rounding makes some tokens of a word up to 2 % longer in their
// own direction and others shorter, and a search that takes the best token of each memory ranks by that. (Gao & Long 2024, RaBitQ, scale
// their codes so as well.)
func quantiseToken(nibbles []byte, x []float32) (scale float32, err error) {
	top, err := largest(x)
	if err != nil {
		return 0, err
	}
	if top/tokenSteps < 0x1p-126 { // the scale must be a normal number, or dividing by it loses the vector
		for i := range nibbles[:len(x)/2] {
			nibbles[i] = tokenBias | tokenBias<<4
		}
		return 0, nil
	}
	inverse := tokenSteps / top
	nibbles = nibbles[:len(x)/2]
	// A product of float32 is exact in float64, and the sums are in a fixed order: all machines give the same bytes.
	var square, along [2]float64
	for i := range nibbles {
		a, b := x[2*i], x[2*i+1]
		low := math.Float32bits(float32(a*inverse)+(roundMagic+tokenBias)) & 15
		high := math.Float32bits(float32(b*inverse)+(roundMagic+tokenBias)) & 15
		nibbles[i] = byte(low | high<<4)
		square[0] += float64(a) * float64(a)
		square[1] += float64(b) * float64(b)
		along[0] += float64(a) * float64(int(low)-tokenBias)
		along[1] += float64(b) * float64(int(high)-tokenBias)
	}
	return float32((square[0] + square[1]) / (along[0] + along[1])), nil
}
