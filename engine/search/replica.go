package search

import (
	"context"

	"asterism/engine/fingerprint"
	"asterism/kernels"
	"asterism/models"
)

// Replica holds copies of full chunks on a device that searches them faster than the processor, such as a GPU. The index
// has all chunks too, so if a replica fails, the search is repeated without it. The replica reports the failure to its
// owner. After it has ended, it returns nil searchers. Its methods are safe for concurrent use, and none of them waits.
type Replica interface {
	// Add offers a chunk that has just become full and will not change. The replica copies it later, if it has memory for it.
	Add(c *FullChunk)
	// Remove says that snapshots published from now on do not contain the chunk. Searchers that began before may still use it.
	Remove(number uint64)
	// NewSearcher begins a search over those of the chunks that it has copied. chunks are numbers, slot by slot; 0: an empty
	// slot. It returns nil if it has none of them. Rows are numbered slot·1024 + row, as in the index. The same slice is
	// passed, and never written, as long as the chunks are the same, so the replica may cache what it computes from it.
	NewSearcher(chunks []uint64) Searcher
}

// Searcher is one search on a replica. One goroutine at a time uses it, and it must be closed. The rows passed to it are
// allowed rows in slots that it has, ascending.
type Searcher interface {
	// Has reports whether the replica has the chunk of a slot. It stays so while the searcher is open.
	Has(slot int) bool
	// Spaces are those in which Compare works. The values of the others are only on the processor, because device memory is
	// short. The temporal and the sparse spaces are always included, E12 if CompareTokens works.
	Spaces() models.Set
	// SetAllowed sets the rows that pass the filter, by slot; slots that the replica does not have are ignored. It is called first.
	SetAllowed(allowed [][chunkRows / 64]uint64) error
	// CountTerms counts, space by space, how many allowed rows have each of the terms, given by ascending ids; nil ids: the
	// space is not counted.
	CountTerms(ctx context.Context, ids *[models.Count][]uint16) (*[models.Count][]int32, error)
	// ScoreTerms starts scoring all allowed rows in the sparse spaces of which a has terms; about are the expected means
	// of the similarities. It is called once, before the methods below that use these spaces.
	ScoreTerms(a *Query, about *[models.Count]float64) error
	// Sums returns the sums of the differences between similarities and expected means, over all allowed rows, in the sparse
	// spaces. After a Compare it does not wait.
	Sums(ctx context.Context) (*[models.Count]Sums, error)
	// Compare compares rows exactly in the given spaces, none of which is E12, as the index would: out[space][i] is the
	// similarity of rows[i], NaN where it has no value. Rows that TopK returned before need no wait.
	Compare(ctx context.Context, a *Query, rows []int32, spaces models.Set, out *[models.Count][]float32) error
	// TopK returns the allowed rows of the greatest fused scores, ascending: up to the number most, ties by id. If refine is
	// above most, it selects refine rows by their estimates and the best of them by exact scores, in spaces that must
	// all be in Spaces. If refine is 0, estimates alone select. scores are those by which the rows were selected, in the same
	// order. Neither number is above [MaxReplicaTopK].
	TopK(ctx context.Context, a *Query, r *Scoring, most, refine int) (rows []int32, scores []float32, err error)
	// CompareTokens compares rows token by token: out[i] is the similarity of rows[i] in E12, NaN where it has no tokens.
	CompareTokens(ctx context.Context, query []float32, rows []int32, out []float32) error
	Close()
}

// MaxReplicaTopK is the most rows that a replica is asked to select.
const MaxReplicaTopK = 8192

// Sums holds the number of values, the sum of their differences from the expected mean, and the sum of the squares of
// these. The true mean is near the expected one, so the variance computed from them is precise (standard.go).
type Sums struct {
	N            int
	Sum, Squares float64
}

// Query is what rows are compared with.
type Query struct {
	Spaces          models.Set // spaces to compare
	Ref             int64      // the time of asking, Unix nanoseconds; used where Spaces has temporal ones
	Turns           turns      // its positions in E3's periods, as [FullChunk.Turns]
	Dense           [denseColumns]kernels.Query16
	Codes           [denseColumns]kernels.BitQuery         // ready when TopK is called
	Bits            []uint64                               // E9
	BitCode         kernels.BitQuery                       // its code, ready when TopK is called
	Terms           [models.Count][]fingerprint.TermWeight // of the sparse spaces, ids ascending, with their final weights; nil: not compared
	Causes, Effects float32                                // factors of E5 with a memory's cause, and with its effect; 0: not compared
	Likeness        bool                                   // memories are compared with each other: E5 is the mean of both products, sparse spaces are divided by the rows' lengths
}

// Scoring turns similarities into a score: Σ weight·(x − mean)/deviation over Σ weight, over the spaces in which a row has a value, except E12. An exact score counts
// only if a similarity is above 0 in some space (see fuse.go), an estimate always.
type Scoring struct {
	Weights, Means, Deviations [models.Count]float64
	Least                      float64    // as [Question.MinSimilarity]; 0 or less: none
	Deciding                   models.Set // in at least one of these a row must reach Least: first by its estimate plus the margin of estimate.go, then exactly
}

// SetReplica makes searches use m's copies of the index. It must be called before the first Add.
func (ix *Index) SetReplica(m Replica) { ix.replica = m }

// offerChunk offers the replica a chunk that was just sealed.
func (ix *Index) offerChunk(next *snapshot, slot int) {
	if ix.replica != nil {
		ix.replica.Add(next.chunks[slot].export())
	}
}

// dropChunk informs the replica that the next snapshot does not contain a chunk.
func (ix *Index) dropChunk(next *snapshot, c *chunk) {
	c.dropped.Store(true)
	if ix.replica != nil {
		next.numberChunks()
		ix.replica.Remove(c.number)
	}
}
