package fingerprint

import "math"

// quantiseToken writes one token's vector to nibbles, two numbers a byte, and returns its scale, max|x|/7. A zero
// vector (a masked token) has scale 0 and matches nothing.
func quantiseToken(nibbles []byte, x []float32) (scale float32, err error) {
	top, err := largest(x)
	if err != nil {
		return 0, err
	}
	scale = top / tokenSteps
	inverse := tokenSteps / top
	if scale < 0x1p-126 {
		scale, inverse = 0, 0
	}
	nibbles = nibbles[:len(x)/2]
	for i := range nibbles {
		low := math.Float32bits(float32(x[2*i]*inverse) + (roundMagic + tokenBias))
		high := math.Float32bits(float32(x[2*i+1]*inverse) + (roundMagic + tokenBias))
		nibbles[i] = byte(low&15 | high<<4)
	}
	return scale, nil
}
