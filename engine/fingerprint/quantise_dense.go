package fingerprint

import (
	"fmt"
	"math"
)

const (
	denseSteps = 127        // int8, symmetric: −127…127
	tokenSteps = 7          // 4 bits, symmetric: −7…7
	tokenBias  = 8          // added to a 4-bit number so that it is stored unsigned, 1…15
	roundMagic = 0x1.8p23   // adding it rounds a small float32 to the nearest integer, ties to even
	infBits    = 0x7f800000 // magnitude bits at or above are infinite or NaN
	signless   = 1<<31 - 1
)

// largest returns max|x|. Comparing the bits instead of the numbers finds NaN and infinities in the same pass.
func largest(x []float32) (float32, error) {
	var top uint32
	for _, v := range x {
		top = max(top, math.Float32bits(v)&signless)
	}
	if top >= infBits {
		for i, v := range x {
			if math.Float32bits(v)&signless >= infBits {
				return 0, fmt.Errorf("number %d is %v, want a finite number", i, v)
			}
		}
	}
	return math.Float32frombits(top), nil
}

// quantise writes round(x/scale) to q, with scale = max|x|/127, and returns the scale.
func quantise(q []int8, x []float32) (scale float32, err error) {
	top, err := largest(x)
	if err != nil {
		return 0, err
	}
	scale = top / denseSteps
	if scale < 0x1p-126 { // the scale must be a normal number, or dividing by it loses the vector
		return 0, fmt.Errorf("length is 0, want a vector that has a direction")
	}
	inverse := denseSteps / top
	q = q[:len(x)]
	for i, v := range x {
		// The conversion prevents the compiler from fusing the two steps, so all machines give the same bytes.
		q[i] = int8(math.Float32bits(float32(v*inverse) + roundMagic))
	}
	return scale, nil
}
