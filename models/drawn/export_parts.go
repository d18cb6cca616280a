package drawn

import (
	"math"

	"asterism/engine/backend/onnx/graph"
)

// project is x·Wᵀ.
func (e *export) project(x, name string) string {
	if e.spec.Quantised {
		return e.project8(x, name)
	}
	return e.op("MatMul", []string{x, e.turned(name + ".weight")})
}

// linear is x·Wᵀ + b.
func (e *export) linear(x, name string) string {
	return e.op("Add", []string{e.project(x, name), e.weight(name + ".bias")})
}

func (e *export) norm(x, name string) string {
	return e.op("LayerNormalization", []string{x, e.weight(name + ".weight"), e.weight(name + ".bias")},
		graph.Attr{Name: "axis", Value: int64(-1)}, graph.Attr{Name: "epsilon", Value: float32(e.spec.Epsilon)})
}

// gelu is x·½(1 + erf(x/√2)), in the steps that the runtime knows to fuse.
func (e *export) gelu(x string) string {
	erf := e.op("Erf", []string{e.op("Div", []string{x, e.scalar(math.Sqrt2)})})
	return e.op("Mul", []string{e.op("Mul", []string{x, e.op("Add", []string{erf, e.scalar(1)})}), e.scalar(0.5)})
}

// rms is x/√(mean(x²) + ε)·w.
func (e *export) rms(x, name string) string {
	square := e.op("Pow", []string{x, e.scalar(2)})
	mean := e.op("ReduceMean", []string{square}, graph.Attr{Name: "axes", Value: []int64{-1}}, graph.Attr{Name: "keepdims", Value: int64(1)})
	size := e.op("Sqrt", []string{e.op("Add", []string{mean, e.scalar(float32(e.spec.Epsilon))})})
	return e.op("Mul", []string{e.op("Div", []string{x, size}), e.weight(name + ".weight")})
}

// silu is x·σ(factor·x); the factor of CLIP's QuickGELU is 1.702.
func (e *export) silu(x string, factor float32) string {
	inner := x
	if factor != 1 {
		inner = e.op("Mul", []string{x, e.scalar(factor)})
	}
	return e.op("Mul", []string{x, e.op("Sigmoid", []string{inner})})
}

// inputs declares inputs int64 [batch, sequence].
func (e *export) inputs(names ...string) {
	for _, name := range names {
		e.g.Input(name, graph.Int64, graph.Dims{"batch", "sequence"})
	}
}

// output names x as an output of the graph.
func (e *export) output(name, x string, dims ...any) {
	e.g.Node("Identity", name, []string{x})
	e.g.Output(name, graph.Float, dims)
}

func (e *export) cast(x string, to graph.Type) string {
	return e.op("Cast", []string{x}, graph.Attr{Name: "to", Value: int64(to)})
}

func (e *export) transpose(x string, turn ...int64) string {
	return e.op("Transpose", []string{x}, graph.Attr{Name: "perm", Value: turn})
}

// concat joins along the given dimension.
func (e *export) concat(axis int64, parts ...string) string {
	return e.op("Concat", parts, graph.Attr{Name: "axis", Value: axis})
}

// size is the length of one dimension, [1].
func (e *export) size(x string, dim int64) string {
	return e.op("Shape", []string{x}, graph.Attr{Name: "start", Value: dim}, graph.Attr{Name: "end", Value: dim + 1})
}

// away is 0 for a row's own tokens, [batch, 1, 1, sequence]; padding is so far away that its share of attention is exactly 0.
func (e *export) away() string {
	mask := e.cast("attention_mask", graph.Float)
	away := e.op("Mul", []string{e.op("Sub", []string{e.scalar(1), mask}), e.scalar(-math.MaxFloat32)})
	return e.op("Unsqueeze", []string{away, e.ints(1, 2)})
}

// places are 0, 1, … as many as there are tokens in a row, [sequence].
func (e *export) places() string {
	return e.op("Range", []string{e.number(0), e.op("Squeeze", []string{e.size("input_ids", 1)}), e.number(1)})
}

// later reports what comes after a token, [sequence, sequence] bool.
func (e *export) later() string {
	places := e.places()
	return e.op("Greater", []string{e.op("Unsqueeze", []string{places, e.ints(0)}), e.op("Unsqueeze", []string{places, e.ints(1)})})
}

// bias is so far below zero where hidden that nothing is left of it, and 0 elsewhere.
func (e *export) bias(hidden string) string {
	return e.op("Where", []string{hidden, e.scalar(-math.MaxFloat32), e.scalar(0)})
}

// heads cuts x [batch, sequence, heads·width] into heads and turns the dimensions.
func (e *export) heads(x string, heads, width int, turn ...int64) string {
	return e.transpose(e.op("Reshape", []string{x, e.ints(0, 0, int64(heads), int64(width))}), turn...)
}

// mix is softmax(q·k/√width + bias)·v for q and v [batch, heads, sequence, width] and k [batch, heads, width, sequence],
// the heads joined again; an empty bias is none.
func (e *export) mix(q, k, v, bias string, heads, width int) string {
	scores := e.op("Div", []string{e.op("MatMul", []string{q, k}), e.scalar(float32(math.Sqrt(float64(width))))})
	if bias != "" {
		scores = e.op("Add", []string{scores, bias})
	}
	share := e.op("Softmax", []string{scores}, graph.Attr{Name: "axis", Value: int64(-1)})
	mixed := e.transpose(e.op("MatMul", []string{share, v}), 0, 2, 1, 3)
	return e.op("Reshape", []string{mixed, e.ints(0, 0, int64(heads*width))})
}
