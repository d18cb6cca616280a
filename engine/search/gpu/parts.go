package gpu

import (
	"asterism/kernels/cuda"
	"asterism/models"
)

// A chunk on the GPU always has its head and terms. The values of the following spaces are optional.

// evictionOrder is the order in which optional values are evicted when memory is short. E12's tokens take as much as
// everything else together and are needed only for the best 256 rows. E9's bits can be replaced by their code. Then the
// spaces follow by vector length, the longest first. E5 is placed by the length of one of its two vectors, after E1,
// although both together take more than E7's one.
var evictionOrder = [...]models.Space{
	models.LateInteraction, models.HDC, models.Code, models.Semantic, models.Causal, models.Multimodal, models.Graph, models.Entity,
}

// optional are the spaces whose values a chunk on the GPU may lack.
var optional = models.SetOf(evictionOrder[:]...)

// columnsOf are the dense columns of each space, as cuda.Seat numbers them.
var columnsOf = models.Columns

// termSpaces are the sparse spaces, as cuda.Seat numbers them.
var termSpaces = [...]models.Space{models.Sparse, models.Splade}

// widths are those of the columns, valueBytes the size of a column in a chunk.
var (
	widths = func() (out [cuda.SeatColumns]int) {
		for s, columns := range columnsOf {
			for _, c := range columns {
				out[c] = models.Space(s).Info().Width
			}
		}
		return out
	}()
	valueBytes = func() (out [cuda.SeatColumns]int) {
		for c, w := range widths {
			out[c] = cuda.SeatRows * (w + 4)
		}
		return out
	}()
)

// bitWords is the number of words of a row's bits, bitBytes the size of those of a chunk.
const (
	bitWords = (cuda.SeatBits + 63) / 64
	bitBytes = cuda.SeatRows * 8 * bitWords
)

// part numbers the blocks that a chunk may have on the GPU.
type part int

const (
	headPart part = iota
	termsPart
	valuesPart = termsPart + part(len(termSpaces))
	bitsPart   = valuesPart + cuda.SeatColumns
	tokensPart = bitsPart + 1
	partCount  = tokensPart + 1
)

// partsOf are the parts of each optional space.
var partsOf = func() (out [models.Count][]part) {
	out[models.LateInteraction], out[models.HDC] = []part{tokensPart}, []part{bitsPart}
	for s, columns := range columnsOf {
		for _, c := range columns {
			out[s] = append(out[s], valuesPart+part(c))
		}
	}
	return out
}()
