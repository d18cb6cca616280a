package convert

import (
	"fmt"

	"asterism/engine/backend/onnx/graph"
)

// nodes adds nodes and constants to one graph, and makes the names of the tensors between them. It stores the first error;
// what is added after it has no meaning. So the code of a model reads as its formula, and the error is checked once, at the end.
type nodes struct {
	g    graph.Graph
	base *baseGraph        // a graph of the repository that this one follows; nil: none
	made map[string]string // what was made once and is used again, by its inputs
	n    int
	err  error
}

// opset is the first in which all reductions take their axes as an input.
const opset = 18

// fail stores the first error.
func (b *nodes) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf(format, args...)
	}
}

// fresh makes a new tensor name.
func (b *nodes) fresh(op string) string {
	b.n++
	if b.base != nil {
		op = ours(op)
	}
	return fmt.Sprintf("%s_%d", op, b.n)
}

// op adds a standard operator and returns its output.
func (b *nodes) op(name string, inputs []string, attrs ...graph.Attr) string {
	return b.g.Node(name, b.fresh(name), inputs, attrs...)
}

// own adds an operator of the runtime's own set (com.microsoft) and returns its output.
func (b *nodes) own(name string, inputs []string, attrs ...graph.Attr) string {
	out := b.fresh(name)
	b.g.NodeOf("com.microsoft", name, []string{out}, inputs, attrs...)
	return out
}

// once makes a tensor at the first call with key, and returns it later.
func (b *nodes) once(key string, make func() string) string {
	if _, ok := b.made[key]; !ok {
		b.made[key] = make()
	}
	return b.made[key]
}

// ints is a constant of one dimension; scalar and number have none.
func (b *nodes) ints(v ...int64) string {
	return b.once(fmt.Sprintf("ints %d", v), func() string { return b.g.Ints(b.fresh("ints"), v, len(v)) })
}

func (b *nodes) scalar(v float32) string {
	return b.once(fmt.Sprintf("scalar %g", v), func() string { return b.g.Floats(b.fresh("scalar"), []float32{v}) })
}

func (b *nodes) number(v int64) string {
	return b.once(fmt.Sprintf("number %d", v), func() string { return b.g.Ints(b.fresh("number"), []int64{v}) })
}

// constant is a float32 tensor that the graph itself contains.
func (b *nodes) constant(name string, v []float32, dims ...int) string {
	return b.once("constant "+name, func() string { return b.g.Floats(b.fresh(name), v, dims...) })
}

func attr(name string, value any) graph.Attr { return graph.Attr{Name: name, Value: value} }

func (b *nodes) cast(x string, to graph.Type) string {
	return b.op("Cast", []string{x}, attr("to", int64(to)))
}

func (b *nodes) reshape(x string, dims ...int64) string {
	return b.op("Reshape", []string{x, b.ints(dims...)})
}

// reshapeScalar makes a tensor of one number into a number without dimensions.
func (b *nodes) reshapeScalar(x string) string { return b.op("Squeeze", []string{x}) }

func (b *nodes) transpose(x string, perm ...int64) string {
	return b.op("Transpose", []string{x}, attr("perm", perm))
}

// size is the length of one dimension of x, as a tensor of one number.
func (b *nodes) size(x string, dim int64) string {
	if b.base != nil { // before version 15 of the operators, Shape returns all dimensions
		return b.op("Slice", []string{b.op("Shape", []string{x}), b.ints(dim), b.ints(dim + 1)})
	}
	return b.op("Shape", []string{x}, attr("start", dim), attr("end", dim+1))
}

// end is behind the last index of every dimension.
const end = 1 << 40

// columns is x[:, from:to] of a tensor of two or more dimensions.
func (b *nodes) columns(x string, from, to int64) string {
	return b.op("Slice", []string{x, b.ints(from), b.ints(to), b.ints(1)})
}

// rows is Gather along the first dimension.
func (b *nodes) rows(x, indices string) string { return b.op("Gather", []string{x, indices}) }

// rowMore repeats the first row of x at the end.
func (b *nodes) rowMore(x string) string {
	return b.op("Concat", []string{x, b.firstRow(x)}, attr("axis", int64(0)))
}

// firstRow is the first row of x.
func (b *nodes) firstRow(x string) string {
	return b.op("Slice", []string{x, b.ints(0), b.ints(1), b.ints(0)})
}

// output names a tensor of the graph as one of its outputs.
func (b *nodes) output(name, x string, t graph.Type, dims graph.Dims) {
	b.g.Node("Identity", name, []string{x})
	b.g.Output(name, t, dims)
}
