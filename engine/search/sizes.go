package search

// Sizes are the numbers of rows at which a search changes its algorithm. The normal ones are [DefaultSizes]. Tests
// and the trial of a GPU, which must be quick, set others.
type Sizes struct {
	Few        int  // up to this many rows, all are compared
	Candidates int  // otherwise this many candidates are compared
	Refined    int  // a replica compares this many exactly to select the candidates; 0: by estimates alone; at most [MaxReplicaTopK]
	Alone      bool // a search without a replica refines too, so that both can be compared
}

const (
	// exactRows is the greatest number of rows for which all are compared: selecting would cost as much.
	exactRows = 4096
	// candidateRows is how many are selected otherwise. It does not depend on topK, so the first k hits are the same for any topK.
	candidateRows = 512
	// refinedRows is how many a replica compares exactly to select the candidates: 56 MB of values, a sixth of the size of the codes of a million
	// rows.
	refinedRows = 8192
)

// DefaultSizes are those of a normal search.
var DefaultSizes = Sizes{Few: exactRows, Candidates: candidateRows, Refined: refinedRows}

// Sizes sets other sizes than [DefaultSizes], for tests and for the trial of a GPU. No search may be under way.
func (ix *Index) Sizes(s Sizes) { ix.sizes = s }
