package cuda

import "math"

// QuantiseRow rounds a row to −127…127, as the bytes of int8, with the scale that it returns: w ≈ out·scale. It is how weights are quantised when they are
// loaded, and in float32, byte for byte, what the CPU's graphs have (engine/backend/onnx/convert): scale = max |w| / 127 but at least 1e-12, and ties to
// even. A number that is not finite makes a scale that is not finite.
func QuantiseRow(out []byte, w []float32) (scale float32) {
	most := uint32(0) // magnitudes are in the order of their bits, NaN above all
	for _, v := range w {
		most = max(most, math.Float32bits(v)&0x7fffffff)
	}
	scale = max(math.Float32frombits(most)/127, 1e-12)
	for i, v := range w {
		out[i] = byte(int8(math.RoundToEven(float64(v / scale))))
	}
	return scale
}
