package graph

import (
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// message is a protobuf message being written; field numbers are those of onnx.proto.
type message []byte

func (m *message) int(field protowire.Number, v int64) {
	*m = protowire.AppendVarint(protowire.AppendTag(*m, field, protowire.VarintType), uint64(v))
}

func (m *message) float(field protowire.Number, v float32) {
	*m = protowire.AppendFixed32(protowire.AppendTag(*m, field, protowire.Fixed32Type), math.Float32bits(v))
}

func (m *message) bytes(field protowire.Number, v []byte) {
	*m = protowire.AppendBytes(protowire.AppendTag(*m, field, protowire.BytesType), v)
}

func (m *message) text(field protowire.Number, v string) { m.bytes(field, []byte(v)) }

func operatorSet(domain string, version int64) (m message) {
	m.text(1, domain)
	m.int(2, version)
	return m
}

func attribute(a Attr) (m message) {
	m.text(1, a.Name)
	switch v := a.Value.(type) {
	case float32:
		m.float(2, v)
		m.int(20, 1)
	case int64:
		m.int(3, v)
		m.int(20, 2)
	case string:
		m.text(4, v)
		m.int(20, 3)
	case []int64:
		for _, x := range v {
			m.int(8, x)
		}
		m.int(20, 7)
	default:
		panic(fmt.Sprintf("graph: attribute %s is of type %T", a.Name, v))
	}
	return m
}

func valueInfo(name string, t Type, dims Dims) (m message) {
	var shape message
	for _, d := range dims {
		var one message
		switch v := d.(type) {
		case int:
			one.int(1, int64(v))
		case string:
			one.text(2, v)
		default:
			panic(fmt.Sprintf("graph: dimension of %s is of type %T", name, v))
		}
		shape.bytes(1, one)
	}
	var tensor, typ message
	tensor.int(1, int64(t))
	tensor.bytes(2, shape)
	typ.bytes(1, tensor)
	m.text(1, name)
	m.bytes(2, typ)
	return m
}
