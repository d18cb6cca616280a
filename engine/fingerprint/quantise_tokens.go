package fingerprint

import "math"

// quantiseToken writes one token's vector to nibbles, two numbers per byte, and returns its scale. A zero vector (a masked token)
// has scale 0 and matches nothing. The width is a multiple of 8.
//
// The numbers are those nearest to x in steps of max|x|/7. The scale is not that step. It is |x|²/(x·q), so that the product of x with
// its packed form is |x|², like that of x with itself. With the step as scale, rounding would make some tokens of a word up to 2 % longer
// in their own direction and others shorter. A search that takes the best token of each memory would then rank by that. (Gao & Long 2024,
// RaBitQ, scale their codes in the same way.)
func quantiseToken(nibbles []byte, x []float32) (scale float32, err error) {
	top, err := largest(x)
	if err != nil {
		return 0, err
	}
	if top/tokenSteps < 0x1p-126 { // the step must be a normal number, or dividing by it loses the vector
		for i := range nibbles[:len(x)/2] {
			nibbles[i] = tokenBias | tokenBias<<4
		}
		return 0, nil
	}
	inverse := tokenSteps / top
	var square, along laneSums
	for word := range len(x) / 8 {
		s, a := 0.0, 0.0
		for i := 8 * word; i < 8*word+8; i += 2 {
			low := math.Float32bits(float32(x[i]*inverse)+(roundMagic+tokenBias)) & 15
			high := math.Float32bits(float32(x[i+1]*inverse)+(roundMagic+tokenBias)) & 15
			nibbles[i/2] = byte(low | high<<4)
			// Products of float32 are exact in float64, so it does not matter whether a machine fuses product and sum.
			first, second := float64(x[i]), float64(x[i+1])
			s = s + first*first + second*second
			a = a + first*float64(int(low)-tokenBias) + second*float64(int(high)-tokenBias)
		}
		square[word%len(square)] += s
		along[word%len(along)] += a
	}
	return float32(square.total() / along.total()), nil
}

// laneSums are the sums of a warp of the GPU, whose lanes take a word of eight numbers each in turn (kernels/cuda/pack.cu). The processor adds in the same
// order, so that both give the same bytes.
type laneSums [32]float64

// total adds the upper half to the lower one until one sum is left.
func (s *laneSums) total() float64 {
	for half := len(s) / 2; half > 0; half /= 2 {
		for i := range half {
			s[i] += s[i+half]
		}
	}
	return s[0]
}
