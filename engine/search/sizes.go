package search

// Sizes are the numbers of rows at which a search changes its algorithm. The usual ones are [DefaultSizes]; tests and
// the trial of a GPU, which must be quick, set others.
type Sizes struct {
	Few        int  // up to this many rows, all are compared
	Candidates int  // otherwise this many candidates are compared
	Refined    int  // so many are compared exactly by a replica to select them; 0: estimates alone; at most [MaxReplicaTopK]
	Alone      bool // a search without a replica does so as well, so that both can be compared
}

const (
	// exactRows is up to how many rows all are compared: selecting would cost as much.
	exactRows = 4096
	// candidateRows is how many are selected otherwise. It does not depend on how many are asked for, so that the first k hits are the same
	// whatever topK is.
	candidateRows = 512
	// refinedRows is how many a replica compares exactly to select the candidates: 56 MB of values, a sixth of what the codes of a million rows are.
	refinedRows = 8192
)

// DefaultSizes are those of a search.
var DefaultSizes = Sizes{Few: exactRows, Candidates: candidateRows, Refined: refinedRows}

// Sizes sets other sizes than [DefaultSizes], for tests and for the trial of a GPU. No search may be under way.
func (ix *Index) Sizes(s Sizes) { ix.sizes = s }
