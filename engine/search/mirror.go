package search

import (
	"context"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/kernels"
	"asterism/models"
)

// Mirror keeps copies of full chunks where all their rows are looked at faster than here: on a card. It is never the only one that has them, so a search
// that it fails is made again without it. Its methods are safe for concurrent use.
type Mirror interface {
	// Keep offers a chunk that has just become full and will not change. It returns at once; the mirror copies it when it can, if it has room.
	Keep(c *FullChunk)
	// Drop says that states published from now on do not have the chunk; looks that began before may go on with it.
	Drop(number uint64)
	// Look begins to look at those of the chunks that it has copied, which are given by their numbers, slot by slot; 0: nothing in that slot. A nil
	// Look: none of them. Rows are numbered slot·1024 + row, as in the index.
	Look(chunks []uint64) (Look, error)
}

// Look is one search's view of a mirror. It is used by one goroutine at a time and must be closed. Rows that it is given are allowed ones in slots that it has, ascending.
type Look interface {
	// Has reports whether the chunk of a slot is here.
	Has(slot int) bool
	// Values are the spaces in which Table can compare: the others' values were left to the processor, for want of room. E12 is in it where Tokens works.
	Values() models.Set
	// Allow says which rows count, by slot; slots that are not here are passed over. It comes first.
	Allow(allowed [][chunkRows / 64]uint64) error
	// Count counts in how many allowed rows each of the terms stands, of ascending ids.
	Count(ctx context.Context, space models.Space, ids []uint16) ([]int32, error)
	// Score scores all allowed rows in the sparse spaces that a has terms of, and returns the sums of the similarities' differences from about.
	Score(ctx context.Context, a *Asked, about *[models.Count]float64) (*[models.Count]Sums, error)
	// Table compares rows exactly in the given spaces, none of which is E12, as the index would: out[space][i] is that of rows[i], NaN where
	// it has no value. Score came before when sparse spaces are among them.
	Table(ctx context.Context, a *Asked, rows []int32, spaces models.Set, out *[models.Count][]float32) error
	// Best are the allowed rows of the greatest fused scores, ascending: at most most of them, ties by id. With a refinement of more than most,
	// so many are chosen by their estimates and the best of them by exact scores, in spaces that all must be in Values; with 0 by estimates alone. scores are
	// those by which they were chosen, in the same order.
	Best(ctx context.Context, a *Asked, r *Ranked, most, refine int) (rows []int32, scores []float32, err error)
	// Tokens compares rows token by token: out[i] is that of rows[i] in E12, NaN where it has no tokens.
	Tokens(ctx context.Context, query []float32, rows []int32, out []float32) error
	Close()
}

// Sums are the number of values, and the sums of their differences from the mean that is expected and of the squares of these.
type Sums struct {
	N            int
	Sum, Squares float64
}

// Asked is what rows are held against.
type Asked struct {
	Spaces          models.Set // compared
	Ref             int64      // the time of asking, Unix nanoseconds; looked at where Spaces has temporal ones
	Dense           [denseColumns]kernels.Query16
	Codes           [denseColumns]kernels.BitQuery         // once they are ready; see probe.readyCodes
	Bits            []uint64                               // E9
	BitCode         kernels.BitQuery                       // and its code
	Terms           [models.Count][]fingerprint.TermWeight // of the sparse spaces, ids ascending, with the weights that are to be multiplied with; nil: not asked
	Causes, Effects float32                                // see probe
	Likeness        bool                                   // see probe
}

// Ranked says how similarities become a score: Σ weight·(x − mean)/deviation over Σ weight, over the spaces in which a row has a value, but E12.
type Ranked struct {
	Weights, Means, Deviations [models.Count]float64
	Least                      float64    // as [Question.MinSimilarity], in the spaces Deciding; 0: none
	Deciding                   models.Set // of rows whose estimate may reach it in one of them
}

// FullChunk is what a chunk of 1,024 rows holds. Slices of spaces in which no row has a value are nil. Nothing of it changes.
type FullChunk struct {
	Number  uint64 // never that of another chunk, and not 0
	IDs     []store.ID
	Times   []int64      // Unix nanoseconds
	Turns   []turns      // of E3's periods, in 1/65536
	Present []models.Set // the spaces in which the row has a value
	Dense   [denseColumns]DenseValues
	Bits    []uint64 // E9: [1024][157]
	BitCode []byte   // of its first 256 bits, laid out as kernels.CodeRows says
	Terms   [models.Count]*TermPostings
}

// DenseValues are a dense column: int8 [1024][width] with a scale a row, and codes as kernels.CodeRows says with a bfloat16 factor a row.
type DenseValues struct {
	Rows    []int8
	Scales  []float32
	Codes   []byte
	Factors []uint16
}

// TermPostings are a sparse space term by term: the rows in which Terms[i] stands are Postings[Starts[i]:Starts[i+1]], in ascending order, a row in the
// upper half and the weight as a half-precision number in the lower.
type TermPostings struct {
	Terms    []uint16 // ascending
	First    []uint32 // [1025]: where in Terms the ids of each bucket of 64 begin
	Starts   []uint32
	Postings []uint32
	Norms    []float32 // of the rows' weight vectors
}
