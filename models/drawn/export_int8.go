package drawn

import (
	"fmt"
	"math"

	"asterism/engine/backend/onnx/graph"
)

// project8 is x·Wᵀ as ONNX Runtime's tool for dynamic quantisation (quantize_dynamic, with its defaults) writes it: x gets one scale and one zero point for the whole batch when the
// graph runs, W one scale for the whole matrix now, and the products are summed in int32.
func (e *export) project8(x, name string) string {
	e.n++
	codes := fmt.Sprintf("DynamicQuantizeLinear_%d", e.n)
	scale, zero := codes+"_scale", codes+"_zero"
	e.g.NodeOf("", "DynamicQuantizeLinear", []string{codes, scale, zero}, []string{x})
	weight, weightScale, weightZero := e.turned8(name + ".weight")
	sums := e.op("MatMulInteger", []string{codes, weight, zero, weightZero})
	return e.op("Mul", []string{e.cast(sums, graph.Float), e.op("Mul", []string{scale, weightScale})})
}

// turned8 adds a weight [out, in] as int8 [in, out], with its scale, the greatest value divided by 127, and a zero point of 0.
func (e *export) turned8(name string) (codes, scale, zero string) {
	t, values := e.draw(name)
	out, in := t.shape[0], t.shape[1]
	greatest := float32(0)
	for _, v := range values {
		greatest = max(greatest, v, -v)
	}
	step := max(greatest, math.SmallestNonzeroFloat32) / math.MaxInt8
	b := make([]byte, len(values))
	for i := range out {
		for j := range in {
			b[j*out+i] = byte(int8(math.RoundToEven(float64(values[i*in+j] / step))))
		}
	}
	codes = e.g.Bytes8(name+"ᵀ_int8", graph.Int8, b, in, out)
	return codes, e.g.Floats(name+"_scale", []float32{step}), e.g.Bytes8(name+"_zero", graph.Int8, []byte{0})
}
