package drawn

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
)

// source returns the values of one tensor in order. It depends only on the seed and the tensor's name, so the order
// in which a file lists its tensors, its type and its shards do not change a model.
type source struct {
	t    *tensor
	r    *rand.Rand
	next int64 // of a counted tensor
}

func newSource(t *tensor, seed uint64) *source {
	h := fnv.New64a()
	h.Write([]byte(t.name))
	return &source{t: t, r: rand.New(rand.NewPCG(seed, h.Sum64()))}
}

// floats fills dst with the next values.
func (s *source) floats(dst []float32) {
	for i := range dst {
		dst[i] = float32(s.t.mean + s.t.std*s.r.NormFloat64())
	}
}

// appendBytes appends the next n values as the file keeps them, little-endian.
func (s *source) appendBytes(b []byte, n int, d DType) []byte {
	if s.t.counted {
		for range n {
			b = binary.LittleEndian.AppendUint64(b, uint64(s.next))
			s.next++
		}
		return b
	}
	values := make([]float32, n)
	s.floats(values)
	for _, v := range values {
		switch d {
		case BF16:
			b = binary.LittleEndian.AppendUint16(b, bfloat16(v))
		case F16:
			b = binary.LittleEndian.AppendUint16(b, float16(v))
		default:
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
		}
	}
	return b
}

// bfloat16 keeps the upper half of a float32, rounded to nearest, ties to even.
func bfloat16(v float32) uint16 {
	u := math.Float32bits(v)
	return uint16((u + 0x7fff + u>>16&1) >> 16)
}

// float16 rounds to IEEE 754 half precision, to nearest, ties to even. Weights are far from its limits, so only values
// that become subnormal need care: they are rounded to multiples of 2⁻²⁴.
func float16(v float32) uint16 {
	u := math.Float32bits(v)
	sign := uint16(u >> 16 & 0x8000)
	if math.Abs(float64(v)) < 0x1p-14 {
		return sign | uint16(math.RoundToEven(math.Abs(float64(v))*0x1p24))
	}
	u = u&0x7fffffff - 112<<23 // the exponent's bias is 15, not 127
	return sign | uint16((u+0xfff+u>>13&1)>>13)
}
