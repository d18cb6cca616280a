package search

import (
	"math"

	"asterism/engine/store"
	"asterism/models"
)

// Theta is θ of a memory's purpose vector: the mean of its alignments with the goal over the spaces that are present (not NaN). ok is false
// if there was no goal (a vector of zeros) or all spaces are absent.
func Theta(vector *[models.Count]float32) (theta float64, ok bool) {
	sum, n := 0.0, 0
	for _, a := range vector {
		if a == a {
			sum += float64(a)
			n++
		}
	}
	if n == 0 || *vector == [models.Count]float32{} {
		return 0, false
	}
	return sum / float64(n), true
}

// Align replaces a memory's purpose vector, as the store's OpAlign does: only if its version is the one that was measured.
// Searches that have begun may still see the old vector.
func (ix *Index) Align(id store.ID, version uint64, vector *[models.Count]float32) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if p, held := ix.where[id]; held && p.version == version {
		ix.state.Load().chunks[p.chunk].setTheta(p.row, vector)
	}
}

func (c *chunk) setTheta(r int, vector *[models.Count]float32) {
	theta := nan
	if t, ok := Theta(vector); ok {
		theta = float32(t)
	}
	c.thetas[r].Store(math.Float32bits(theta))
}

// theta is NaN if the memory has none.
func (c *chunk) theta(r int) float32 { return math.Float32frombits(c.thetas[r].Load()) }
