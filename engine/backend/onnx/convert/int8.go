package convert

import (
	"fmt"
	"math"
	"slices"

	"asterism/engine/backend/onnx/graph"
)

// int8Product is x·Wᵀ with both as bytes: a scale for each row of W, computed here, and a scale for each token of x, computed at
// run time, so that no token depends on another's size. Of the runtime's products unsigned by signed bytes is by far the fastest
// if the processor has VNNI (384×1536, one core: 174 GMAC/s; unsigned by unsigned 73, as float32; signed by signed 13). On x86
// without VNNI it adds pairs of products in 16 bits, which saturate. Callers that open the graph there must request unsigned by
// unsigned, as the package onnx does. Those sums are exact too, so they change no bit of a value.
func (b *layers) int8Product(x, weight string, in, out int) string {
	data, scales := b.int8Weight(weight, in, out)
	zero := b.zeroByte(x)
	bytes, scale := b.quantise(x, zero)
	y := b.own("MatMulIntegerToFloat", []string{bytes, data, b.scalar(1), scales, b.byteOf(zero)})
	return b.op("Mul", []string{y, scale})
}

// gatedZero is the byte for zero behind a GELU, whose values are never below −0.17: 24 byte values are below zero and
// 231 above.
const (
	gatedZero  = 24
	gatedFloor = 0.17
)

// zeroByte is the byte that stands for zero in x.
func (b *layers) zeroByte(x string) int {
	if b.gated[x] {
		return gatedZero
	}
	return 128
}

// Names for how many vectors a matrix is multiplied with, see [nodes.sized]: all tokens, or one a row and one more.
const (
	packedVectors = "tokens"
	rowVectors    = "rows and one"
)

// sized names the dimensions of a small tensor that the runtime cannot derive from the operators. The runtime lets tensors of a known
// equal size share memory, and searches all others for every new one: with 1,500 operators, most of them in the scales of tokens,
// that took .45 s of a core at every start of e5-large-v2. The sizes of large tensors are left unknown, since a graph is some 3 %
// slower when they share memory permanently instead of reusing what was freed last.
func (b *nodes) sized(x string, t graph.Type, dims ...any) string {
	b.g.Shape(x, t, dims)
	return x
}

// quantise rounds every token's numbers to round(x/scale) + zero, [T, H] uint8, with the smallest scale [T, 1] at which
// all of them fit into a byte. It is computed once, however many matrices x is multiplied by.
func (b *layers) quantise(x string, zero int) (bytes, scale string) {
	scale = b.once("scale "+x, func() string {
		last := []string{x, b.ints(-1)}
		extreme := func(op string) string {
			return b.sized(b.op(op, last, attr("keepdims", int64(1))), graph.Float, b.vectors, 1)
		}
		high := extreme("ReduceMax")
		if zero == gatedZero {
			most := b.op("Max", []string{high, b.scalar(gatedFloor * (255 - gatedZero) / gatedZero)})
			return b.op("Mul", []string{most, b.scalar(1.0 / (255 - gatedZero))})
		}
		low := b.op("Neg", []string{extreme("ReduceMin")})
		most := b.op("Max", []string{high, low, b.scalar(1e-9)})
		return b.op("Mul", []string{most, b.scalar(1.0 / 127)})
	})
	bytes = b.once("bytes "+x, func() string {
		flat := b.sized(b.reshape(scale, -1), graph.Float, b.vectors)
		zeros := b.once(fmt.Sprintf("zeros %d of %s", zero, b.vectors), func() string {
			return b.sized(b.op("Expand", []string{b.byteOf(zero), b.op("Shape", []string{flat})}), graph.Uint8, b.vectors)
		})
		return b.op("QuantizeLinear", []string{x, flat, zeros}, attr("axis", int64(0)))
	})
	return bytes, scale
}

// byteOf is a constant of one byte.
func (b *nodes) byteOf(v int) string {
	name := fmt.Sprintf("byte_%d", v)
	return b.once(name, func() string { return b.g.Bytes8(name, graph.Uint8, []byte{byte(v)}) })
}

// int8Weight writes a matrix [out, in] of the repository to graph.weights as signed bytes [in, out] and returns its name
// and that of its scales [out].
func (b *tensors) int8Weight(bare string, in, out int) (data, scales string) {
	name := b.weights.prefix + bare
	data = b.once("int8 "+name, func() string {
		values, err := b.weights.floats(bare, out, in)
		if err != nil {
			b.fail("%w", err)
			return ""
		}
		bytes, sizes := quantiseRows(values, in, out)
		if bad := slices.IndexFunc(sizes, func(s float32) bool { return !(s <= math.MaxFloat32) }); bad >= 0 {
			b.fail("tensor %s holds a number in row %d that is not finite", name, bad)
			return ""
		}
		atBytes, atSizes := b.store(bytes), b.store(floatBytes(sizes))
		b.made["int8 scales "+name] = b.external(name+".scales", graph.Float, atSizes, out)
		return b.external(name+".int8", graph.Int8, atBytes, in, out)
	})
	return data, b.made["int8 scales "+name]
}

// quantiseRows rounds every row of w [out, in] to −127…127 with a scale of its own, and turns the matrix: [in, out] is
// how the runtime's integer product wants it. The scale of a row with a number that is not finite is not finite either.
func quantiseRows(w []float32, in, out int) (data []byte, scales []float32) {
	data, scales = make([]byte, len(w)), make([]float32, out)
	for j := range scales {
		most := float32(0)
		for _, v := range w[j*in : (j+1)*in] {
			most = max(most, v, -v)
		}
		scales[j] = max(most/127, 1e-12)
	}
	const tile = 64 // rows at a time, so that neighbouring output is computed together
	for from := 0; from < out; from += tile {
		for i := range in {
			for j := from; j < min(from+tile, out); j++ {
				data[i*out+j] = byte(int8(math.RoundToEven(float64(w[j*in+i] / scales[j]))))
			}
		}
	}
	return data, scales
}
