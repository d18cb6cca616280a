package makemodel

import (
	"math"

	"asterism/engine/backend/onnx/graph"
)

// dynamicInt8 is the usual dynamic quantisation: the input's scale is taken from the batch when it runs.
func (b *builder) dynamicInt8(x string, m matrix) string {
	data, scales := quantiseColumns(m)
	xq, xs, xz := b.fresh("xq"), b.fresh("xs"), b.fresh("xz")
	b.g.NodeOf("", "DynamicQuantizeLinear", []string{xq, xs, xz}, []string{x})
	wq := b.g.Bytes8(b.fresh("wq"), graph.Int8, data, m.in, m.out)
	wz := b.g.Bytes8(b.fresh("wz"), graph.Int8, make([]byte, m.out), m.out)
	y := b.op("MatMulInteger", []string{xq, wq, xz, wz})
	y = b.op("Cast", []string{y}, graph.Attr{Name: "to", Value: int64(graph.Float)})
	return b.op("Mul", []string{y, b.op("Mul", []string{xs, b.floats(scales, m.out)})})
}

// quantiseColumns rounds every column to −127…127 with a scale of its own.
func quantiseColumns(m matrix) (data []byte, scales []float32) {
	data, scales = make([]byte, len(m.w)), make([]float32, m.out)
	for j := range m.out {
		most := float32(0)
		for i := range m.in {
			most = max(most, float32(math.Abs(float64(m.w[i*m.out+j]))))
		}
		scales[j] = max(most/127, 1e-12)
		for i := range m.in {
			data[i*m.out+j] = byte(int8(math.Round(float64(m.w[i*m.out+j] / scales[j]))))
		}
	}
	return data, scales
}

// rowInt8 quantises every token's input with a scale of its own, so that a row does not depend on its neighbours, in
// plain operators: q = round(127·x/max|x|) + 128.
func (b *builder) rowInt8(x string, m matrix) string {
	q, scale := b.quantiseRows(x)
	data, scales := quantiseColumns(m)
	wq := b.g.Bytes8(b.fresh("wq"), graph.Int8, data, m.in, m.out)
	wz := b.g.Bytes8(b.fresh("wz"), graph.Int8, make([]byte, m.out), m.out)
	middle := b.g.Bytes8(b.fresh("xz"), graph.Uint8, []byte{128})
	y := b.op("MatMulInteger", []string{q, wq, middle, wz})
	y = b.op("Cast", []string{y}, graph.Attr{Name: "to", Value: int64(graph.Float)})
	return b.op("Mul", []string{b.op("Mul", []string{y, scale}), b.floats(scales, m.out)})
}

// quantiseRows adds the quantisation of x once, however many matrices it is multiplied by.
func (b *builder) quantiseRows(x string) (q, scale string) {
	if made, ok := b.quantised[x]; ok {
		return made[0], made[1]
	}
	most := b.op("ReduceMax", []string{b.op("Abs", []string{x})}, graph.Attr{Name: "axes", Value: []int64{-1}})
	scale = b.op("Mul", []string{b.op("Max", []string{most, b.scalar(1e-9)}), b.scalar(1.0 / 127)})
	steps := b.op("Add", []string{b.op("Div", []string{x, scale}), b.scalar(128.5)})
	// The cast cuts towards zero; with the added half that is rounding.
	q = b.op("Cast", []string{steps}, graph.Attr{Name: "to", Value: int64(graph.Uint8)})
	if b.quantised == nil {
		b.quantised = make(map[string][2]string)
	}
	b.quantised[x] = [2]string{q, scale}
	return q, scale
}
