package search

import (
	"context"

	"asterism/engine/fingerprint"
	"asterism/kernels"
	"asterism/models"
)

// Replica holds copies of full chunks on a device that searches them faster than the processor, such as a GPU. The index
// has all chunks too, so if a replica fails, the search is made again without it. The replica reports the failure to its
// owner. One that has ended returns nil searchers. Its methods are safe for concurrent use, and none of them waits.
type Replica interface {
	// Add offers a chunk that has just become full and will not change. The replica copies it later, if it has memory for it.
	Add(c *FullChunk)
	// Remove says that snapshots published from now on do not have the chunk. Searchers that began before may still use it.
	Remove(number uint64)
	// NewSearcher begins a search over those of the chunks that it has copied. chunks are numbers, slot by slot; 0: an empty
	// slot. It returns nil if it has none of them. Rows are numbered slot·1024 + row, as in the index. The slice stays the
	// same, and is never written, as long as the chunks are the same: the replica may cache what it derives from it.
	NewSearcher(chunks []uint64) Searcher
}

// Searcher is one search on a replica. One goroutine at a time uses it, and it must be closed. Rows that it is given are
// allowed ones in slots that it has, ascending.
type Searcher interface {
	// Has reports whether the replica has the chunk of a slot. It stays so while the searcher is open.
	Has(slot int) bool
	// Spaces are those in which Compare works. The values of the others are on the processor only, for want of device memory.
	// The temporal and the sparse spaces are always among them, E12 where CompareTokens works.
	Spaces() models.Set
	// SetAllowed sets the rows that pass the filter, by slot; slots that the replica does not have are ignored. It is called first.
	SetAllowed(allowed [][chunkRows / 64]uint64) error
	// CountTerms counts, space by space, how many allowed rows have each of the terms, given by ascending ids; nil ids: that
	// space is not asked.
	CountTerms(ctx context.Context, ids *[models.Count][]uint16) (*[models.Count][]int32, error)
	// ScoreTerms asks for the scores of all allowed rows in the sparse spaces of which a has terms; about are the expected
	// means of the similarities. It is called once, before the methods below that use these spaces.
	ScoreTerms(a *Query, about *[models.Count]float64) error
	// Sums are those of the differences between similarities and expected means, over all allowed rows, in the sparse spaces.
	// After a Compare they cost no wait.
	Sums(ctx context.Context) (*[models.Count]Sums, error)
	// Compare compares rows exactly in the given spaces, none of which is E12, as the index would: out[space][i] is that of
	// rows[i], NaN where it has no value. Rows that TopK returned before cost no wait.
	Compare(ctx context.Context, a *Query, rows []int32, spaces models.Set, out *[models.Count][]float32) error
	// TopK are the allowed rows of the greatest fused scores, ascending: at most k of them, ties by id. If refine is above k,
	// so many rows are selected by their estimates and the best k of them by exact scores, in spaces that must all be in
	// Spaces; if it is 0, estimates alone select. scores are those by which they were selected, in the same order. Neither
	// number is above [MaxReplicaTopK].
	TopK(ctx context.Context, a *Query, r *Scoring, most, refine int) (rows []int32, scores []float32, err error)
	// CompareTokens compares rows token by token: out[i] is that of rows[i] in E12, NaN where it has no tokens.
	CompareTokens(ctx context.Context, query []float32, rows []int32, out []float32) error
	Close()
}

// MaxReplicaTopK is the most rows that a replica is asked to select.
const MaxReplicaTopK = 8192

// Sums are the number of values, and the sums of their differences from the expected mean and of the squares of these.
// The true mean is near the expected one, so the variance that is computed from them is precise (standard.go).
type Sums struct {
	N            int
	Sum, Squares float64
}

// Query is what rows are compared with.
type Query struct {
	Spaces          models.Set // compared
	Ref             int64      // the time of asking, Unix nanoseconds; used where Spaces has temporal ones
	Turns           turns      // its positions in E3's periods, as [FullChunk.Turns]
	Dense           [denseColumns]kernels.Query16
	Codes           [denseColumns]kernels.BitQuery         // ready when Best is called
	Bits            []uint64                               // E9
	BitCode         kernels.BitQuery                       // and its code, ready when Best is called
	Terms           [models.Count][]fingerprint.TermWeight // of the sparse spaces, ids ascending, with the weights that are to be multiplied with; nil: not asked
	Causes, Effects float32                                // factors of E5 with a memory's cause, and with its effect; 0: not asked for
	Likeness        bool                                   // memories are compared with each other: E5 is the mean of both products, sparse spaces are divided by the rows' lengths
}

// Scoring is how similarities become a score: Σ weight·(x − mean)/deviation over Σ weight, over the spaces in which a row has a value, except E12. An exact score counts
// only where a similarity is above 0 in some space (see fuse.go), an estimate always.
type Scoring struct {
	Weights, Means, Deviations [models.Count]float64
	Least                      float64    // as [Question.MinSimilarity]; 0 or less: none
	Deciding                   models.Set // the spaces in one of which a row must reach Least: by its estimate, which is given the margin of rough.go, and then exactly
}

// SetReplica lets searches use m's copies of the index. It must be called before the first Add.
func (ix *Index) SetReplica(m Replica) { ix.replica = m }

// offerChunk offers the replica a chunk that was sealed just now.
func (ix *Index) offerChunk(next *snapshot, slot int) {
	if ix.replica != nil {
		ix.replica.Add(next.chunks[slot].export())
	}
}

// dropChunk tells the replica of a chunk that the next snapshot does not have.
func (ix *Index) dropChunk(next *snapshot, c *chunk) {
	c.dropped.Store(true)
	if ix.replica != nil {
		next.numberChunks()
		ix.replica.Remove(c.number)
	}
}
