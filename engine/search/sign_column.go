package search

import (
	"math"

	"asterism/kernels"
	"asterism/models"
)

// A code is what a search reads first: the signs of a vector's leading components, one bit each, kept in memory for every
// row. Compared with a question of four bits a component, it estimates the similarity well enough to select candidates,
// which are then scored exactly.

// codeBits is how many components of each dense column have a bit.
var codeBits = eachColumn(func(c *models.Info) int { return c.Signs })

// maxCodeWords is the number of words of the widest code.
const maxCodeWords = 384 / 64

// hdcCodeWords is how many words of E9's bits form its code. All bits are equally informative, so the first words will do.
const hdcCodeWords = 4

// CodeBytes is the memory that the codes of all spaces take per memory.
var CodeBytes = func() int {
	sum := 8 * hdcCodeWords
	for _, bits := range codeBits {
		sum += bits/8 + 2 // the signs and the factor
	}
	return sum
}()

// signColumn holds the code of each row of a dense column: its signs and its factor.
type signColumn struct {
	width   int      // bytes of a row's signs
	codes   []byte   // in the layout of kernels.CodeRows
	factors []uint16 // bfloat16: the upper half of a float32
}

func newSignColumn(column int) *signColumn {
	width := codeBits[column] / 8
	return &signColumn{width: width, codes: make([]byte, kernels.CodesLen(chunkRows, width)), factors: make([]uint16, chunkRows)}
}

// set writes the code of a vector, given as int8 in steps of scale.
//
// With sⱼ = ±1 the signs, Σ qⱼsⱼ grows with the similarity q·x. The factor Σxⱼ²/Σ|xⱼ|, the first sum over the whole vector, the second over
// the components that have a bit, makes an estimate of it: exact for q = x, and without bias under random rotations (Gao, Long 2024,
// RaBitQ, section 3.2).
func (c *signColumn) set(r int, values []int8, scale float32) error {
	var room [maxCodeWords]uint64
	code := room[:c.width/8]
	squares, sum, err := kernels.SignCode(values, code)
	if err != nil {
		return err
	}
	kernels.PutCode(c.codes, r, code)
	factor := float32(0)
	if sum > 0 {
		factor = scale * float32(squares) / float32(sum)
	}
	c.factors[r] = uint16((math.Float32bits(factor) + 1<<15) >> 16)
	return nil
}

func (c *signColumn) copyRow(r int, o *signColumn, from int) {
	kernels.CopyCode(c.codes, r, o.codes, from, c.width)
	c.factors[r] = o.factors[from]
}

// codes returns those of a dense column; nil: no row has a value there.
func (c *chunk) codes(column int) []byte {
	if col := c.signs[column].Load(); col != nil {
		return col.codes
	}
	return nil
}

// firstCodes returns the codes that a scan of the spaces, in their order, reads first; nil: none.
func (c *chunk) firstCodes(spaces []models.Space) []byte {
	for _, v := range spaces {
		switch info := v.Info(); {
		case v == models.Causal:
			return c.codes(causeColumn)
		case v == models.HDC:
			if col := c.bits.Load(); col != nil {
				return col.codes
			}
		case info.Kind == models.Dense && info.Origin != models.FromTime:
			return c.codes(denseOf[v])
		}
	}
	return nil
}

func (c *signColumn) bytes() int64 { return int64(len(c.codes) + 2*len(c.factors)) }

// bitColumn holds E9's whole values, and their codes separately.
type bitColumn struct {
	rows  []uint64 // [chunkRows][bitWords]
	codes []byte   // hdcCodeWords each, in the layout of kernels.CodeRows
}

func newBitColumn() *bitColumn {
	return &bitColumn{make([]uint64, chunkRows*bitWords), make([]byte, kernels.CodesLen(chunkRows, 8*hdcCodeWords))}
}

func (c *bitColumn) set(r int, bits []uint64) {
	copy(c.rows[r*bitWords:][:bitWords], bits)
	kernels.PutCode(c.codes, r, bits[:hdcCodeWords])
}

func (c *bitColumn) row(r int) []uint64 { return c.rows[r*bitWords:][:bitWords] }

func (c *bitColumn) bytes() int64 { return int64(8*len(c.rows) + len(c.codes)) }

// bitWords is the number of words of a binary value.
var bitWords = (models.HDC.Info().Width + 63) / 64
