// Package graph answers: how is an ONNX file written? It implements just enough of the format (public protobuf schema
// onnx.proto, IR version 9) to write the graphs of the full profile, of tests and of benchmarks; weights are in the
// file or, as external data, in another one. It reads nothing.
package graph

import (
	"cmp"
	"fmt"
)

// Type is an element type of a tensor, numbered as in the ONNX schema.
type Type int

// The element types used here.
const (
	Float    Type = 1
	Uint8    Type = 2
	Int8     Type = 3
	Int32    Type = 6
	Int64    Type = 7
	Bool     Type = 9
	Float16  Type = 10
	BFloat16 Type = 16
)

// Size is the number of bytes of one element. It panics for a type that is none of the above.
func (t Type) Size() int {
	switch t {
	case Uint8, Int8, Bool:
		return 1
	case Float16, BFloat16:
		return 2
	case Float, Int32:
		return 4
	case Int64:
		return 8
	}
	panic(fmt.Sprintf("graph: no element type has the number %d", int(t)))
}

const (
	irVersion = 9
	opset     = 17
)

// Graph is a model under construction: nodes in the order they run, named tensors between them. The zero value is
// ready to use. Mistakes (a missing input, a wrong shape) are errors when the file is loaded.
type Graph struct {
	Opset int // version of the standard operators; 0 means 17, the first with LayerNormalization

	nodes, weights, inputs, outputs, shapes [][]byte
}

// Dims are the dimensions of an input or output: an int, or a string that names a size known only at run time.
type Dims []any

// Input declares an input of the model.
func (g *Graph) Input(name string, t Type, d Dims) {
	g.inputs = append(g.inputs, valueInfo(name, t, d))
}

// Output declares that the tensor of that name is an output of the model.
func (g *Graph) Output(name string, t Type, d Dims) {
	g.outputs = append(g.outputs, valueInfo(name, t, d))
}

// Shape says what dimensions a tensor between two nodes has, where they do not follow from the nodes. Dimensions of one name
// are taken to be equal everywhere.
func (g *Graph) Shape(name string, t Type, d Dims) {
	g.shapes = append(g.shapes, valueInfo(name, t, d))
}

// Attr is an attribute of a node: a float32, an int64, a string or an []int64.
type Attr struct {
	Name  string
	Value any
}

// Node adds an operator of the standard set that turns the named inputs into one output, and returns its name.
// An empty input name leaves an optional input out.
func (g *Graph) Node(op, output string, inputs []string, attrs ...Attr) string {
	g.NodeOf("", op, []string{output}, inputs, attrs...)
	return output
}

// NodeOf is Node with the operator's domain ("com.microsoft" for the runtime's own) and any number of outputs.
func (g *Graph) NodeOf(domain, op string, outputs, inputs []string, attrs ...Attr) {
	var n message
	for _, v := range inputs {
		n.text(1, v)
	}
	for _, v := range outputs {
		n.text(2, v)
	}
	n.text(3, outputs[0])
	n.text(4, op)
	for _, a := range attrs {
		n.bytes(5, attribute(a))
	}
	n.text(7, domain)
	g.nodes = append(g.nodes, n)
}

// Bytes returns the model as a file.
func (g *Graph) Bytes() []byte {
	var body message
	g.parts(&body, "asterism")
	var m message
	m.int(1, irVersion)
	m.text(2, "asterism")
	m.bytes(7, body)
	m.bytes(8, operatorSet("", int64(cmp.Or(g.Opset, opset))))
	m.bytes(8, operatorSet("com.microsoft", 1))
	return m
}

// Fragment returns the graph's parts as a model without versions: written behind the bytes of another model it adds
// them to that one's graph, since the parts of a protobuf message may come in any order and number (protobuf encoding,
// "last one wins" and merging). Its operators must be in the other model's operator set.
func (g *Graph) Fragment() []byte {
	var body, m message
	g.parts(&body, "")
	m.bytes(7, body)
	return m
}

// parts writes the fields of a GraphProto; an empty name leaves the name out.
func (g *Graph) parts(body *message, name string) {
	for _, v := range g.nodes {
		body.bytes(1, v)
	}
	if name != "" {
		body.text(2, name)
	}
	for _, v := range g.weights {
		body.bytes(5, v)
	}
	for _, v := range g.inputs {
		body.bytes(11, v)
	}
	for _, v := range g.outputs {
		body.bytes(12, v)
	}
	for _, v := range g.shapes {
		body.bytes(13, v)
	}
}
