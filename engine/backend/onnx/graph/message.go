package graph

import (
	"encoding/binary"
	"fmt"
	"math"
)

// message is a protobuf message being written; field numbers are those of onnx.proto.
type message []byte

const (
	wireVarint  = 0
	wireBytes   = 2
	wireFixed32 = 5
)

func (m *message) key(field, wire int) { *m = binary.AppendUvarint(*m, uint64(field<<3|wire)) }

func (m *message) int(field int, v int64) {
	m.key(field, wireVarint)
	*m = binary.AppendUvarint(*m, uint64(v))
}

func (m *message) float(field int, v float32) {
	m.key(field, wireFixed32)
	*m = binary.LittleEndian.AppendUint32(*m, math.Float32bits(v))
}

func (m *message) bytes(field int, v []byte) {
	m.key(field, wireBytes)
	*m = binary.AppendUvarint(*m, uint64(len(v)))
	*m = append(*m, v...)
}

func (m *message) text(field int, v string) { m.bytes(field, []byte(v)) }

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
