package search

// Sizes are the numbers of rows at which a search changes its way. What they are otherwise is found in [DefaultSizes]; tests and the trial of a card, which are to be quick, set others.
type Sizes struct {
	Few        int  // up to so many rows all are compared
	Candidates int  // so many are compared otherwise
	Refined    int  // from so many a mirror chooses them by exact scores; 0: by estimates alone; at most [MostBest]
	Alone      bool // a search without a mirror does so as well: that is what a search with one is held against
}

const (
	// exactRows is up to how many rows all are compared: choosing would cost as much.
	exactRows = 4096
	// candidateRows is how many are chosen otherwise. It does not depend on how many are asked for, so that the first k hits are the same
	// whatever topK is.
	candidateRows = 512
	// refinedRows is how many a mirror compares exactly to choose the candidates: 56 MB of values, a sixth of what the codes of a million rows are.
	refinedRows = 8192
)

// DefaultSizes are those of a search.
var DefaultSizes = Sizes{Few: exactRows, Candidates: candidateRows, Refined: refinedRows}

// Sizes sets other sizes than [DefaultSizes], which is for tests and for the trial of a card. No search may be under way.
func (ix *Index) Sizes(s Sizes) { ix.sizes = s }
