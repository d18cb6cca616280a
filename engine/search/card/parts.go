package card

import (
	"asterism/kernels/cuda"
	"asterism/models"
)

// A chunk on the card has a head and its terms always, and of the following spaces what there is room for.

// shedding is the order in which the parts of a space go when memory is short. E12's tokens take as much as everything else together and are looked at for
// the best 256 rows alone; E9's bits are replaced by their code; then the spaces of the longest vectors go. E5 goes by the length of one
// of its two, behind E1, though both together take more than E7's one.
var shedding = [...]models.Space{
	models.LateInteraction, models.HDC, models.Code, models.Semantic, models.Causal, models.Multimodal, models.Graph, models.Entity,
}

// partial are the spaces of which a chunk may be on the card without its values.
var partial = models.SetOf(shedding[:]...)

// columnsOf are the dense columns of each space, as cuda.Seat numbers them.
var columnsOf = [models.Count][]int{
	models.Semantic: {0}, models.Causal: {1, 2}, models.Code: {3}, models.Graph: {4}, models.Multimodal: {5}, models.Entity: {6},
}

// termSpaces are the sparse spaces, as cuda.Seat numbers them.
var termSpaces = [...]models.Space{models.Sparse, models.Splade}

// widths are those of the columns, and valueBytes what a column takes in a chunk.
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

// bitWords is the number of words of a row's bits, bitBytes what those of a chunk take.
const (
	bitWords = (cuda.SeatBits + 63) / 64
	bitBytes = cuda.SeatRows * 8 * bitWords
)

// part numbers the pieces of memory that a chunk may have on the card.
type part int

const (
	headPart part = iota
	termsPart
	valuesPart = termsPart + part(len(termSpaces))
	bitsPart   = valuesPart + cuda.SeatColumns
	tokensPart = bitsPart + 1
	partCount  = tokensPart + 1
)

// partsOf are those of each space that may be without its values.
var partsOf = func() (out [models.Count][]part) {
	out[models.LateInteraction], out[models.HDC] = []part{tokensPart}, []part{bitsPart}
	for s, columns := range columnsOf {
		for _, c := range columns {
			out[s] = append(out[s], valuesPart+part(c))
		}
	}
	return out
}()
