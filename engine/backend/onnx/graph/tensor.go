package graph

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
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

// Bytes8 adds a weight of a type of one byte, given as bytes, and returns its name.
func (g *Graph) Bytes8(name string, t Type, data []byte, dims ...int) string {
	return g.weight(name, t, len(data), data, dims)
}

func (g *Graph) weight(name string, t Type, n int, raw []byte, dims []int) string {
	if size := elements(dims); size != n {
		panic(fmt.Sprintf("graph: weight %s has %d values for the shape %v", name, n, dims))
	}
	m := tensor(name, t, dims)
	m.bytes(9, raw)
	g.weights = append(g.weights, m)
	return name
}

// External is where the values of a weight are outside the file: little-endian and row-major, Length bytes from Offset
// of the file Location. Location is relative to the graph's own folder, with slashes.
type External struct {
	Location       string
	Offset, Length int64
}

// External adds a weight that is in another file and returns its name. The runtime maps the file; it must still be
// there, unchanged, when the graph is opened.
func (g *Graph) External(name string, t Type, at External, dims ...int) string {
	if want := int64(elements(dims)) * int64(t.Size()); at.Length != want || at.Offset < 0 || at.Location == "" {
		panic(fmt.Sprintf("graph: weight %s of the shape %v needs %d bytes, but %d are given from %d of the file %q", name, dims, want, at.Length, at.Offset, at.Location))
	}
	m := tensor(name, t, dims)
	m.bytes(13, entry("location", at.Location))
	m.bytes(13, entry("offset", strconv.FormatInt(at.Offset, 10)))
	m.bytes(13, entry("length", strconv.FormatInt(at.Length, 10)))
	m.int(14, 1) // data_location = EXTERNAL
	g.weights = append(g.weights, m)
	return name
}

func elements(dims []int) int {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return n
}

// tensor is a TensorProto without its values.
func tensor(name string, t Type, dims []int) (m message) {
	for _, d := range dims {
		m.int(1, int64(d))
	}
	m.int(2, int64(t))
	m.text(8, name)
	return m
}

// entry is a StringStringEntryProto.
func entry(key, value string) (m message) {
	m.text(1, key)
	m.text(2, value)
	return m
}
