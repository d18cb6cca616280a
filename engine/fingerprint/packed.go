package fingerprint

import (
	"slices"

	"asterism/models"
)

// Packed is a value as it is stored and scored. Dense: int8 with one scale; Pair: int8 with two scales
// (cause, effect); Terms: weights rounded to float16; Binary: unchanged; Tokens: 4-bit signed numbers, two
// per byte (low nibble first, stored with an offset of 8), with one scale per token.
type Packed struct {
	Int8    []int8
	Nibbles []byte
	Scales  []float32
	Terms   []TermWeight
	Bits    []uint64
}

// Absent reports whether the space is undefined for the memory.
func (p *Packed) Absent() bool {
	return len(p.Int8) == 0 && len(p.Nibbles) == 0 && len(p.Terms) == 0 && len(p.Bits) == 0
}

// Record is a memory's packed values in every space; the spaces of [models.FromTime] are always absent in it.
type Record [models.Count]Packed

// Equal reports whether two packed values are the same, to the bit.
func (p *Packed) Equal(o *Packed) bool {
	return slices.Equal(p.Int8, o.Int8) && slices.Equal(p.Nibbles, o.Nibbles) && slices.Equal(p.Scales, o.Scales) && slices.Equal(p.Terms, o.Terms) && slices.Equal(p.Bits, o.Bits)
}
