package search

import (
	"math"
	"slices"
	"testing"

	"asterism/models"
)

// A memory whose tokens were not compared never ranks before one whose were, whichever other spaces are asked: also with a space
// before or after E12 in the catalogue.
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

// A memory whose token vectors cannot be read keeps its rank: it is scored by its other values, and not as one that was compared and is dissimilar.
func TestTheUnreadableStayInPlace(t *testing.T) {
	ix, all := randomIndex(t, 22, 3*rerankCap, 0)
	q := randomQuestion(6)
	q.Weights, q.TopK, q.Exact = only(models.Semantic), len(all), true
	for id, m := range all {
		m.Tokens[models.LateInteraction] = uint32(len(m.Record[models.LateInteraction].Scales))
		all[id] = m
	}
	first := mustSearch(t, ix, q).Hits[0].ID
	q.Weights = only(models.Semantic, models.LateInteraction)
	all[first].Record[models.LateInteraction].Nibbles = nil // in the keeper's record; the index does not hold them
	all[first].Record[models.LateInteraction].Scales = nil
	hits := mustSearch(t, ix, q).Hits
	at := slices.IndexFunc(hits, func(h Hit) bool { return h.ID == first })
	if at > 3 || !math.IsNaN(hits[at].Similarity[models.LateInteraction]) {
		t.Errorf("it is hit %d, similarity in E12 %v", at, hits[at].Similarity[models.LateInteraction])
	}
}
