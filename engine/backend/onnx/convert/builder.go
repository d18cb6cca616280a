package convert

import (
	"fmt"

	"asterism/engine/backend/onnx/graph"
	"asterism/models"
)

// builder writes one graph. Tensors are known by name; [T, H] is the packed form, a row a token. The first mistake is
// kept in err and everything after it is without meaning, so that a model reads as its formula and looks once.
type builder struct {
	g       graph.Graph
	base    *baseGraph // a graph of the repository that this one is put behind; nil: none
	weights weights
	packed  layout
	side    *sideFile         // graph.weights, for what cannot be mapped from the repository
	int8    bool              // matrices are multiplied as 8-bit integers
	vectors string            // what the number of vectors is called that matrices are now multiplied with
	made    map[string]string // what was made once and is used again, by what it was made of
	used    map[string]bool   // files that weights lie in
	gated   map[string]bool   // tensors that come from a GELU and so are never below −0.17
	n       int
	err     error
}

func newBuilder(w weights, side *sideFile, precision string) *builder {
	b := &builder{weights: w, side: side, int8: precision == models.PrecisionInt8, vectors: packedVectors, made: map[string]string{}, used: map[string]bool{}, gated: map[string]bool{}}
	b.g.Opset = opset
	return b
}

// opset is the first in which all reductions take their axes as an input.
const opset = 18

// fail keeps the first error.
func (b *builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf(format, args...)
	}
}

// fresh makes a new tensor name.
func (b *builder) fresh(op string) string {
	b.n++
	if b.base != nil {
		op = ours(op)
	}
	return fmt.Sprintf("%s_%d", op, b.n)
}

// op adds a standard operator and returns its output.
func (b *builder) op(name string, inputs []string, attrs ...graph.Attr) string {
	return b.g.Node(name, b.fresh(name), inputs, attrs...)
}

// own adds an operator of the runtime's own set (com.microsoft) and returns its output.
func (b *builder) own(name string, inputs []string, attrs ...graph.Attr) string {
	out := b.fresh(name)
	b.g.NodeOf("com.microsoft", name, []string{out}, inputs, attrs...)
	return out
}

// once makes a tensor the first time it is asked for under key.
func (b *builder) once(key string, make func() string) string {
	if _, ok := b.made[key]; !ok {
		b.made[key] = make()
	}
	return b.made[key]
}

// ints is a constant of one dimension; scalar and number have none.
func (b *builder) ints(v ...int64) string {
	return b.once(fmt.Sprintf("ints %d", v), func() string { return b.g.Ints(b.fresh("ints"), v, len(v)) })
}

func (b *builder) scalar(v float32) string {
	return b.once(fmt.Sprintf("scalar %g", v), func() string { return b.g.Floats(b.fresh("scalar"), []float32{v}) })
}

func (b *builder) number(v int64) string {
	return b.once(fmt.Sprintf("number %d", v), func() string { return b.g.Ints(b.fresh("number"), []int64{v}) })
}

func attr(name string, value any) graph.Attr { return graph.Attr{Name: name, Value: value} }

func (b *builder) cast(x string, to graph.Type) string {
	return b.op("Cast", []string{x}, attr("to", int64(to)))
}

func (b *builder) reshape(x string, dims ...int64) string {
	return b.op("Reshape", []string{x, b.ints(dims...)})
}

// reshapeScalar makes a tensor of one number into a number without dimensions.
func (b *builder) reshapeScalar(x string) string { return b.op("Squeeze", []string{x}) }

func (b *builder) transpose(x string, perm ...int64) string {
	return b.op("Transpose", []string{x}, attr("perm", perm))
}

// size is the length of one dimension of x, as a tensor of one number.
func (b *builder) size(x string, dim int64) string {
	if b.base != nil { // before version 15 of the operators, Shape gives all dimensions
		return b.op("Slice", []string{b.op("Shape", []string{x}), b.ints(dim), b.ints(dim + 1)})
	}
	return b.op("Shape", []string{x}, attr("start", dim), attr("end", dim+1))
}

// end is behind the last index of every dimension.
const end = 1 << 40

// columns is x[:, from:to] of a tensor of two or more dimensions.
func (b *builder) columns(x string, from, to int64) string {
	return b.op("Slice", []string{x, b.ints(from), b.ints(to), b.ints(1)})
}

// rows is Gather along the first dimension.
func (b *builder) rows(x, indices string) string { return b.op("Gather", []string{x, indices}) }

// output names a tensor of the graph as one of its outputs.
func (b *builder) output(name, x string, t graph.Type, dims graph.Dims) {
	b.g.Node("Identity", name, []string{x})
	b.g.Output(name, t, dims)
}
