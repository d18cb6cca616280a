package graph

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Floats adds a float32 weight and returns its name.
func (g *Graph) Floats(name string, data []float32, dims ...int) string {
	raw := make([]byte, 0, 4*len(data))
	for _, v := range data {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	return g.weight(name, Float, len(data), raw, dims)
}

// Ints adds an int64 weight and returns its name.
func (g *Graph) Ints(name string, data []int64, dims ...int) string {
	raw := make([]byte, 0, 8*len(data))
	for _, v := range data {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(v))
	}
	return g.weight(name, Int64, len(data), raw, dims)
}

// Bytes8 adds an int8 or uint8 weight, given as bytes, and returns its name.
func (g *Graph) Bytes8(name string, t Type, data []byte, dims ...int) string {
	return g.weight(name, t, len(data), data, dims)
}

func (g *Graph) weight(name string, t Type, n int, raw []byte, dims []int) string {
	size := 1
	for _, d := range dims {
		size *= d
	}
	if size != n {
		panic(fmt.Sprintf("graph: weight %s has %d values for the shape %v", name, n, dims))
	}
	var m message
	for _, d := range dims {
		m.int(1, int64(d))
	}
	m.int(2, int64(t))
	m.text(8, name)
	m.bytes(9, raw)
	g.weights = append(g.weights, m)
	return name
}
