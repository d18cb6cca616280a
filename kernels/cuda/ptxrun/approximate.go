package ptxrun

import "math"

// approximateError is how far a result may be from the true one, as a share of it (PTX ISA, Floating Point Instructions: ex2.approx, lg2.approx, rcp.approx and
// rsqrt.approx promise 2⁻²² or better, lg2 between ½ and 2 as an absolute error).
const approximateError = 0x1p-22

// approximate compiles an approximate function. Hardware may return any result within the guaranteed error. Here the result is off by all of that error, up or
// down by a hash of the argument, so that a kernel that needs more precision is detected. Zero, infinity and NaN are exact. With .ftz numbers that are not normal
// are 0, with their sign, before and after.
func (c *compiler) approximate(in instruction, f func(float64) float64, flushes bool) bool {
	logarithm := in.op == "lg2.approx.f32"
	return c.unary(in, func(a uint64) uint64 {
		x := single(a)
		if flushes {
			x = flushed(x)
		}
		y := f(float64(x))
		off := approximateError * (1 - 2*float64(a*0x9e3779b97f4a7c15>>63))
		switch {
		case rounded(y) == bitsOf(float32(math.Inf(1))):
		case logarithm && x > 0.5 && x < 2:
			y += off
		default:
			y *= 1 + off
		}
		if flushes {
			return bitsOf(flushed(float32(y)))
		}
		return bitsOf(float32(y))
	})
}

func flushed(x float32) float32 {
	if math.Abs(float64(x)) < 0x1p-126 {
		return float32(math.Copysign(0, float64(x)))
	}
	return x
}
