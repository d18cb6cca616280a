package cuda

import (
	"fmt"
	"slices"

	"asterism/kernels/cuda"
	"asterism/models"
)

// Place is where a space runs, and why there.
type Place struct {
	Space models.Space
	OnGPU bool
	Bytes uint64 // that it takes on the GPU, or would take: weights and the memory of its lanes
	Why   string
}

// precedence is the order in which models get the GPU when not all fit. A model on the processor slows every memory and every question, so the models with the most
// arithmetic come first; it is, in MFLOP a token of the full profile (two for each number of a matrix that a token meets): E7 2,620, E1 604, E5 452 (every text goes
// through twice), E6 and E13 218, E12 and E10 170, E8 and E11 21. E10 comes after E12 for its size: most of its 0.9 GB is the tower for images, which are rare. So the
// first to go to the processor are E11 and E8, and the last is E7 with more than half of the arithmetic and of the memory.
var precedence = []models.Space{models.Code, models.Semantic, models.Causal, models.Sparse, models.Splade, models.LateInteraction, models.Multimodal, models.Graph, models.Entity}

// candidate is a model for which there are kernels.
type candidate struct {
	model   *models.Model
	dir     string              // of its repository
	weights uint64              // bytes
	tiles   uint64              // bytes of a second copy of the weights, at most, in the form that some products need
	lanes   func(budget) uint64 // bytes of all its lanes' memory

	net       network        // once it is loaded
	allocated []cuda.Pointer // its weights
	failed    bool           // it stays on the processor
}

func (c *candidate) bytes(b budget) uint64 { return c.weights + c.tiles + c.lanes(b) }

// budget bounds the layouts of a GPU's lanes.
type budget struct{ tokens, rows int }

// Batches get smaller before a model goes to the processor, down to leastTokens: some 16 tiles of 128 rows for each of a product's columns still keep a GPU busy.
const leastTokens = 2048

// planResidency returns which candidates fit into free bytes, and within which budget: the largest batches with which all of them fit, else the smallest
// batches and the candidates that come first. Candidates are in the order of [precedence].
func planResidency(candidates []candidate, free uint64, most budget) (fits []bool, b budget) {
	fits = make([]bool, len(candidates))
	for b = most; ; b.tokens = max(b.tokens/2, leastTokens) {
		left := free
		for i := range candidates {
			bytes := candidates[i].bytes(b)
			if fits[i] = bytes <= left; fits[i] {
				left -= bytes
			}
		}
		if !slices.Contains(fits, false) || b.tokens <= leastTokens {
			return fits, b
		}
	}
}

// reserve is what the models leave free: for the kernels' code, libraries' work space, and other users of the GPU.
func reserve(total uint64) uint64 { return max(total/16, 512<<20) }

// bytesWords writes a size for people.
func bytesWords(n uint64) string {
	if n < 1<<30 {
		return fmt.Sprintf("%.0f MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30))
}
