package search

import (
	"math"

	"asterism/kernels"
	"asterism/models"
)

// A code is what a search looks at first: the signs of a vector's leading components, one bit each, in memory for every row. Held
// against a question of four bits a component they tell a similarity well enough to choose candidates, which are then scored exactly.

// codeBits is how many components of each dense column have a bit.
var codeBits = [denseColumns]int{
	semanticColumn: 384, causeColumn: 256, effectColumn: 256, codeColumn: 384,
	graphColumn: 256, multimodalColumn: 256, entityColumn: 256,
}

// hdcCodeWords is how many words of E9's bits are its code. They are all alike, so the first will do.
const hdcCodeWords = 4

// CodeBytes is what the codes of all spaces take in memory, a memory.
var CodeBytes = func() int {
	sum := 8 * hdcCodeWords
	for _, bits := range codeBits {
		sum += bits/8 + 2 // the signs and the factor
	}
	return sum
}()

// signColumn holds the code of each row of a dense column: its signs and its factor.
type signColumn struct {
	words   int
	bits    []uint64 // [chunkRows][words]
	factors []uint16 // bfloat16: the upper half of a float32
}

func newSignColumn(column int) *signColumn {
	words := codeBits[column] / 64
	return &signColumn{words: words, bits: make([]uint64, chunkRows*words), factors: make([]uint16, chunkRows)}
}

// set writes the code of a vector, given as int8 in steps of scale.
//
// With sⱼ = ±1 the signs, Σ qⱼsⱼ grows with the similarity q·x. The factor Σxⱼ²/Σ|xⱼ|, the first sum over the whole vector, the second over
// the components that have a bit, makes an estimate of it: exact for q = x, and without bias under random rotations (Gao, Long 2024,
// RaBitQ, section 3.2).
func (c *signColumn) set(r int, values []int8, scale float32) {
	signed := values[:64*c.words]
	must(kernels.SignBits(signed, c.bits[r*c.words:][:c.words]))
	squares, sum := 0, 0
	for _, v := range values {
		squares += int(v) * int(v)
	}
	for _, v := range signed {
		sum += max(int(v), -int(v))
	}
	factor := float32(0)
	if sum > 0 {
		factor = scale * float32(squares) / float32(sum)
	}
	c.factors[r] = uint16((math.Float32bits(factor) + 1<<15) >> 16)
}

func (c *signColumn) copyRow(r int, o *signColumn, from int) {
	copy(c.bits[r*c.words:][:c.words], o.bits[from*c.words:])
	c.factors[r] = o.factors[from]
}

func (c *signColumn) bytes() int64 { return int64(8*len(c.bits) + 2*len(c.factors)) }

// bitColumn holds E9's values whole, and their codes by themselves.
type bitColumn struct {
	rows  []uint64 // [chunkRows][bitWords]
	codes []uint64 // [chunkRows][hdcCodeWords]
}

func newBitColumn() *bitColumn {
	return &bitColumn{make([]uint64, chunkRows*bitWords), make([]uint64, chunkRows*hdcCodeWords)}
}

func (c *bitColumn) set(r int, bits []uint64) {
	copy(c.rows[r*bitWords:][:bitWords], bits)
	copy(c.codes[r*hdcCodeWords:][:hdcCodeWords], bits)
}

func (c *bitColumn) row(r int) []uint64 { return c.rows[r*bitWords:][:bitWords] }

func (c *bitColumn) bytes() int64 { return int64(8 * (len(c.rows) + len(c.codes))) }

// bitWords is the number of words of a binary value.
var bitWords = (models.HDC.Info().Width + 63) / 64
