package makemodel

import (
	"fmt"
	"math"

	"asterism/engine/backend/onnx/graph"
)

// BERT returns the ONNX file of an encoder with random weights: inputs input_ids and attention_mask int64
// [batch, length], output embedding float32 [batch, Hidden]: the mean over the row's own tokens, unit length.
func BERT(c Config) ([]byte, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	b := &builder{c: c}
	b.write(newWeights(c))
	return b.g.Bytes(), nil
}

type builder struct {
	g graph.Graph
	c Config
	n int

	quantised map[string][2]string // RowInt8: tensors that were quantised already, with their scales
}

// fresh makes a new tensor name.
func (b *builder) fresh(op string) string {
	b.n++
	return fmt.Sprintf("%s_%d", op, b.n)
}

// op adds an operator and returns its output.
func (b *builder) op(name string, inputs []string, attrs ...graph.Attr) string {
	return b.g.Node(name, b.fresh(name), inputs, attrs...)
}

func (b *builder) scalar(v float32) string { return b.g.Floats(b.fresh("c"), []float32{v}) }
func (b *builder) ints(v ...int64) string  { return b.g.Ints(b.fresh("i"), v, len(v)) }
func (b *builder) floats(v []float32, dims ...int) string {
	return b.g.Floats(b.fresh("w"), v, dims...)
}

func (b *builder) write(w *weights) {
	c := b.c
	b.g.Input("input_ids", graph.Int64, graph.Dims{"batch", "length"})
	b.g.Input("attention_mask", graph.Int64, graph.Dims{"batch", "length"})
	maskF := b.op("Cast", []string{"attention_mask"}, graph.Attr{Name: "to", Value: int64(graph.Float)})
	// 0 for a row's own tokens, −10,000 for padding: after the softmax that is exactly 0.
	away := b.op("Mul", []string{b.op("Sub", []string{b.scalar(1), maskF}), b.scalar(-10000)})
	away = b.op("Unsqueeze", []string{away, b.ints(1, 2)})

	length := b.op("Shape", []string{"input_ids"}, graph.Attr{Name: "start", Value: int64(1)}, graph.Attr{Name: "end", Value: int64(2)})
	words := b.op("Gather", []string{b.floats(w.words, c.Vocabulary, c.Hidden), "input_ids"})
	places := b.op("Slice", []string{b.floats(w.positions, c.MaxTokens, c.Hidden), b.ints(0), length, b.ints(0)})
	x := b.normalise(b.op("Add", []string{words, places}), w.embedded)
	for i := range w.layers {
		l := &w.layers[i]
		x = b.normalise(b.op("Add", []string{x, b.attention(x, away, l)}), l.afterAttention)
		h := b.linear(b.gelu(b.linear(x, l.up)), l.down)
		x = b.normalise(b.op("Add", []string{x, h}), l.afterFFN)
	}
	own := b.op("Mul", []string{x, b.op("Unsqueeze", []string{maskF, b.ints(2)})})
	sum := b.op("ReduceSum", []string{own, b.ints(1)}, graph.Attr{Name: "keepdims", Value: int64(0)})
	// The mean has the direction of the sum, and only the direction stays.
	size := b.op("ReduceL2", []string{sum}, graph.Attr{Name: "axes", Value: []int64{1}})
	b.g.Node("Div", "embedding", []string{sum, size})
	b.g.Output("embedding", graph.Float, graph.Dims{"batch", c.Hidden})
}

func (b *builder) normalise(x string, n norm) string {
	return b.op("LayerNormalization", []string{x, b.floats(n.scale, b.c.Hidden), b.floats(n.bias, b.c.Hidden)},
		graph.Attr{Name: "axis", Value: int64(-1)}, graph.Attr{Name: "epsilon", Value: float32(1e-12)})
}

// gelu is x·½(1 + erf(x/√2)), in the steps that the runtime knows to fuse.
func (b *builder) gelu(x string) string {
	e := b.op("Erf", []string{b.op("Div", []string{x, b.scalar(math.Sqrt2)})})
	return b.op("Mul", []string{b.op("Mul", []string{x, b.op("Add", []string{e, b.scalar(1)})}), b.scalar(0.5)})
}

func (b *builder) attention(x, away string, l *layer) string {
	head := b.c.Hidden / b.c.Heads
	split := func(m matrix, turn ...int64) string {
		v := b.op("Reshape", []string{b.linear(x, m), b.ints(0, 0, int64(b.c.Heads), int64(head))})
		return b.op("Transpose", []string{v}, graph.Attr{Name: "perm", Value: turn})
	}
	q, k, v := split(l.query, 0, 2, 1, 3), split(l.key, 0, 2, 3, 1), split(l.value, 0, 2, 1, 3)
	scores := b.op("Div", []string{b.op("MatMul", []string{q, k}), b.scalar(float32(math.Sqrt(float64(head))))})
	share := b.op("Softmax", []string{b.op("Add", []string{scores, away})}, graph.Attr{Name: "axis", Value: int64(-1)})
	mixed := b.op("Transpose", []string{b.op("MatMul", []string{share, v})}, graph.Attr{Name: "perm", Value: []int64{0, 2, 1, 3}})
	return b.linear(b.op("Reshape", []string{mixed, b.ints(0, 0, int64(b.c.Hidden))}), l.output)
}

// linear is x·w + bias in the wanted precision.
func (b *builder) linear(x string, m matrix) string {
	bias := b.floats(m.bias, m.out)
	switch b.c.Precision {
	case DynamicInt8:
		return b.op("Add", []string{b.dynamicInt8(x, m), bias})
	case RowInt8:
		return b.op("Add", []string{b.rowInt8(x, m), bias})
	default:
		return b.op("Add", []string{b.op("MatMul", []string{x, b.floats(m.w, m.in, m.out)}), bias})
	}
}
