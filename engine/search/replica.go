package search

import (
	"context"

	"asterism/engine/fingerprint"
	"asterism/kernels"
	"asterism/models"
)

// Mirror keeps copies of full chunks where all their rows are looked at faster than here: on a card. It is never the only one that has them, so a search
// that it fails is made again without it; what went wrong is the mirror's to tell its owner. One that can no longer be used says so by nil looks.
// Its methods are safe for concurrent use, and none of them waits.
type Replica interface {
	// Keep offers a chunk that has just become full and will not change. The mirror copies it when it can, if it has room.
	Add(c *FullChunk)
	// Drop says that states published from now on do not have the chunk; looks that began before may go on with it.
	Remove(number uint64)
	// Look begins to look at those of the chunks that it has copied, which are given by their numbers, slot by slot; 0: nothing in that slot. A nil
	// Look: none of them. Rows are numbered slot·1024 + row, as in the index. The numbers are one slice for as long as the chunks are the same, and what
	// stands in it never changes: the mirror may keep what it made of it.
	NewSearcher(chunks []uint64) Searcher
}

// Look is one search's view of a mirror. It is used by one goroutine at a time and must be closed. Rows that it is given are allowed ones in slots that it has, ascending.
type Searcher interface {
	// Has reports whether the chunk of a slot is here. It stays so while the look is open.
	Has(slot int) bool
	// Values are the spaces in which Table can compare: the others' values were left to the processor, for want of room. The temporal and the sparse spaces
	// always are in it, E12 where Tokens works.
	Spaces() models.Set
	// Allow says which rows count, by slot; slots that are not here are passed over. It comes first.
	SetAllowed(allowed [][chunkRows / 64]uint64) error
	// Count counts, space by space, in how many allowed rows each of the terms stands, of ascending ids; nil ids: that space is not asked.
	CountTerms(ctx context.Context, ids *[models.Count][]uint16) (*[models.Count][]int32, error)
	// Score says that all allowed rows are to be scored in the sparse spaces that a has terms of, and about what their similarities are expected to be. It comes
	// once, before everything below that has to do with these spaces.
	ScoreTerms(a *Query, about *[models.Count]float64) error
	// Sums are those of the similarities' differences from what was expected, over all allowed rows, in the sparse spaces. After a Table they cost no wait.
	Sums(ctx context.Context) (*[models.Count]Sums, error)
	// Table compares rows exactly in the given spaces, none of which is E12, as the index would: out[space][i] is that of rows[i], NaN where
	// it has no value. After Best, rows that it chose cost no wait.
	Compare(ctx context.Context, a *Query, rows []int32, spaces models.Set, out *[models.Count][]float32) error
	// Best are the allowed rows of the greatest fused scores, ascending: at most most of them, ties by id. With a refinement of more than most,
	// so many are chosen by their estimates and the best of them by exact scores, in spaces that all must be in Values; with 0 by estimates alone. scores are
	// those by which they were chosen, in the same order. Neither number is above [MostBest].
	TopK(ctx context.Context, a *Query, r *Scoring, most, refine int) (rows []int32, scores []float32, err error)
	// Tokens compares rows token by token: out[i] is that of rows[i] in E12, NaN where it has no tokens.
	CompareTokens(ctx context.Context, query []float32, rows []int32, out []float32) error
	Close()
}

// MostBest is how many rows a mirror is asked to choose at most.
const MaxReplicaTopK = 8192

// Sums are the number of values, and the sums of their differences from the mean that is expected and of the squares of these. The true mean is near it, so little is lost when a variance is made
// of them (standard.go).
type Sums struct {
	N            int
	Sum, Squares float64
}

// Asked is what rows are held against.
type Query struct {
	Spaces          models.Set // compared
	Ref             int64      // the time of asking, Unix nanoseconds; looked at where Spaces has temporal ones
	Turns           turns      // where that stands in E3's periods, as [FullChunk.Turns]
	Dense           [denseColumns]kernels.Query16
	Codes           [denseColumns]kernels.BitQuery         // ready when Best is called
	Bits            []uint64                               // E9
	BitCode         kernels.BitQuery                       // and its code, ready when Best is called
	Terms           [models.Count][]fingerprint.TermWeight // of the sparse spaces, ids ascending, with the weights that are to be multiplied with; nil: not asked
	Causes, Effects float32                                // factors of E5 with a memory's cause, and with its effect; 0: not asked for
	Likeness        bool                                   // memories are compared with each other: E5 is the mean of both products, sparse spaces are divided by the rows' lengths
}

// Ranked says how similarities become a score: Σ weight·(x − mean)/deviation over Σ weight, over the spaces in which a row has a value, but E12.
// An exact score counts only where a similarity is above 0 in some space (see fuse.go), an estimate always.
type Scoring struct {
	Weights, Means, Deviations [models.Count]float64
	Least                      float64    // as [Question.MinSimilarity]; 0 or less: none
	Deciding                   models.Set // the spaces in one of which a row must reach Least: by its estimate, which is given the margin of rough.go, and then exactly
}

// Mirror lets searches look at what m has copied of the index. It must be set before the first Add.
func (ix *Index) SetReplica(m Replica) { ix.replica = m }

// keep offers the mirror a chunk that was sealed just now.
func (ix *Index) offerChunk(next *snapshot, slot int) {
	if ix.replica != nil {
		ix.replica.Add(next.chunks[slot].export())
	}
}

// drop tells the mirror of a chunk that the next state does not have.
func (ix *Index) dropChunk(next *snapshot, c *chunk) {
	c.dropped.Store(true)
	if ix.replica != nil {
		next.numberChunks()
		ix.replica.Remove(c.number)
	}
}
