package search

import (
	"math"
	"testing"

	"asterism/models"
)

// A memory whose tokens were not compared never comes before one whose were, whichever spaces are asked beside E12: one that comes
// before it in the order of spaces, or one that comes after.
func TestTheUncomparedStayBehindTheCompared(t *testing.T) {
	ix, all := randomIndex(t, 21, 4*rerankCap, 0)
	for _, other := range []models.Space{models.Semantic, models.Splade} {
		q := randomQuestion(6)
		q.Weights, q.TopK, q.Exact = only(other, models.LateInteraction), len(all), true
		hits, behind := mustSearch(t, ix, q).Hits, 0
		for i, h := range hits {
			if math.IsNaN(h.Similarity[models.LateInteraction]) {
				behind++
			} else if behind > 0 {
				t.Fatalf("%v: hit %d was compared, and %d before it were not", other, i, behind)
			}
		}
		if behind == 0 {
			t.Fatalf("%v: all %d hits were compared", other, len(hits))
		}
	}
}
