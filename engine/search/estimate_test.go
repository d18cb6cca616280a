package search

import (
	"context"
	"math"
	"slices"
	"testing"

	"asterism/engine/search/draw"
	"asterism/engine/store"
	"asterism/models"
)

// topicalIndex holds n memories, more than are compared one by one, so that it is searched in two passes.
func topicalIndex(t testing.TB, n int) (*Index, []*Question) {
	t.Helper()
	made := draw.NewTopics(uint64(n))
	k := &keeper{by: map[store.ID]*store.Memory{}}
	ix := New(k)
	ix.sizes.Few = 100
	for range n {
		m := made.Memory(t)
		k.by[m.ID] = m
		if err := ix.Add(m); err != nil {
			t.Fatal(err)
		}
	}
	var questions []*Question
	for i := range 12 {
		q := randomQuestion(uint64(i))
		q.Values, q.Ranks, q.Weights[models.LateInteraction] = *made.Values(), false, 0 // its scale is that of the compared rows
		questions = append(questions, q)
	}
	return ix, questions
}

func TestTwoLooksFindWhatOneFinds(t *testing.T) {
	ix, questions := topicalIndex(t, 5*candidateRows)
	found, wanted := 0, 0
	for _, q := range questions {
		got := mustSearch(t, ix, q)
		all := *q
		all.Exact, all.TopK = true, ix.Len()
		scores := map[store.ID]float64{}
		want := mustSearch(t, ix, &all)
		for _, h := range want.Hits {
			scores[h.ID] = h.Score
		}
		if got.Scanned != ix.Len() {
			t.Fatalf("%d scanned of %d", got.Scanned, ix.Len())
		}
		for i, h := range got.Hits {
			if h.Score != scores[h.ID] {
				t.Fatalf("hit %d scores %v, exactly %v", i, h.Score, scores[h.ID])
			}
			if i > 0 && h.Score > got.Hits[i-1].Score {
				t.Fatalf("hit %d is above the one before it", i)
			}
		}
		for _, h := range want.Hits[:q.TopK] {
			wanted++
			if slices.ContainsFunc(got.Hits, func(g Hit) bool { return g.ID == h.ID }) {
				found++
			}
		}
	}
	if share := float64(found) / float64(wanted); share < 0.98 {
		t.Errorf("%.3f of the first ten are found, want .98", share)
	}
}

// With E12, whose scale is that of the rows that it compares, scores may differ a little; the hits are the same.
func TestTwoLooksWithTokens(t *testing.T) {
	ix, questions := topicalIndex(t, 2*candidateRows)
	for _, q := range questions[:4] {
		q.Weights[models.LateInteraction] = 0.5
		got := mustSearch(t, ix, q)
		q.Exact = true
		for i, h := range mustSearch(t, ix, q).Hits {
			if math.Abs(h.Score-got.Hits[i].Score) > 0.05 {
				t.Errorf("hit %d scores %v, exactly %v", i, got.Hits[i].Score, h.Score)
			}
		}
	}
}

func TestTwoLooksKeepTheLaws(t *testing.T) {
	ix, questions := topicalIndex(t, 2*candidateRows)
	for _, q := range questions[:4] {
		q.Filter.Namespace = "a"
		q.TopK = 200
		whole := mustSearch(t, ix, q)
		if len(whole.Hits) != q.TopK || whole.Scanned >= ix.Len() || whole.Scanned < candidateRows/2 {
			t.Fatalf("%d hits of %d scanned", len(whole.Hits), whole.Scanned)
		}
		for _, h := range whole.Hits {
			if ix.tokens.(*keeper).by[h.ID].Namespace != "a" {
				t.Fatal("a hit does not pass the filter")
			}
		}
		for _, k := range []int{1, 10, 199} {
			q.TopK = k
			if err := sameHits(mustSearch(t, ix, q).Hits, whole.Hits[:k]); err != nil {
				t.Errorf("topK %d: %v", k, err)
			}
		}
		q.TopK, q.MinSimilarity = 200, 0.4
		near := mustSearch(t, ix, q).Hits
		if len(near) == 0 || len(near) == q.TopK {
			t.Fatalf("%d hits are similar enough: the test's bound is of no use", len(near))
		}
		q.Exact = true
		if err := sameHits(near, mustSearch(t, ix, q).Hits); err != nil {
			t.Errorf("least similarity: %v", err)
		}
	}
}

// Where E12 decides whether a memory is similar enough, estimates must not decide, because E12 has none.
func TestLeastSimilarityOfTokens(t *testing.T) {
	ix, questions := topicalIndex(t, rerankCap-1) // all can be candidates, and all are compared token by token
	q := questions[0]
	q.Weights, q.MinSimilarity, q.TopK = only(models.HDC, models.LateInteraction), 0.5, rerankCap
	for i := range q.Values[models.HDC].Bits { // nothing is like the question's letters
		q.Values[models.HDC].Bits[i] = ^q.Values[models.HDC].Bits[i]
	}
	got := mustSearch(t, ix, q)
	q.Exact = true
	want := mustSearch(t, ix, q)
	if len(want.Hits) == 0 {
		t.Fatal("nothing is similar enough: the test's bound is of no use")
	}
	if err := sameHits(got.Hits, want.Hits); err != nil {
		t.Error(err)
	}
}

// The order in which memories arrive decides nothing: neither which rows are sampled nor which are selected.
func TestTwoLooksDoNotDependOnTheOrderOfComing(t *testing.T) {
	ix, questions := topicalIndex(t, 3*sampleRows/2)
	other := New(ix.tokens)
	other.sizes.Few = ix.sizes.Few
	for _, m := range ix.tokens.(*keeper).by { // in the order of a map
		if err := other.Add(m); err != nil {
			t.Fatal(err)
		}
	}
	for _, q := range questions[:3] {
		if err := sameHits(mustSearch(t, other, q).Hits, mustSearch(t, ix, q).Hits); err != nil {
			t.Error(err)
		}
	}
}

// Estimates are near the similarities. They have little bias (E5 has some, as the greater of two products), and an error no larger than codes of their size
// allow.
func TestEstimatesAreNearTheTruth(t *testing.T) {
	ix, questions := topicalIndex(t, chunkRows)
	most := map[models.Space]float64{ // root of the mean squared error
		models.TemporalRecent: 0.005, models.TemporalPeriodic: 0.01, models.TemporalPositional: 0.06,
		models.Semantic: 0.06, models.Code: 0.06, models.Causal: 0.08, models.Graph: 0.08, models.Multimodal: 0.08, models.Entity: 0.08,
		models.Sparse: 0, models.Splade: 0, models.HDC: 0.07, // one deviation of 256 drawn bits is 1/16
	}
	for _, q := range questions[:3] {
		p, err := newProbe(&q.Values, q.Time, models.All, "", false)
		if err != nil {
			t.Fatal(err)
		}
		s, err := ix.newScan(context.Background(), nil, p, Filter{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		exact, err := s.exact(context.Background(), s.allRows(), models.All)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.prepareCodes(); err != nil {
			t.Fatal(err)
		}
		for v, bound := range most {
			var w scratch
			sum, squares, n := 0.0, 0.0, 0.0
			estimates, err := s.estimate(&w, 0, v)
			if err != nil {
				t.Fatal(err)
			}
			for r, x := range estimates {
				off := float64(x) - exact.similarity(v, int32(r))
				sum, squares, n = sum+off, squares+off*off, n+1
			}
			if n != chunkRows || math.Abs(sum/n) > 0.03 || math.Sqrt(squares/n) > bound {
				t.Errorf("%v: %v rows, off by %.4f in the mean, %.4f in the root of squares, at most %v", v, n, sum/n, math.Sqrt(squares/n), bound)
			}
		}
		exact.recycle()
		s.release()
	}
}

func TestNeighboursFromCodes(t *testing.T) {
	ix, questions := topicalIndex(t, 3*chunkRows)
	const k = 5
	spaces := models.All
	got, err := ix.Neighbours(context.Background(), "", &questions[0].Values, draw.Epoch, k, spaces)
	if err != nil {
		t.Fatal(err)
	}
	ix.sizes.Few = ix.Len()
	want, err := ix.Neighbours(context.Background(), "", &questions[0].Values, draw.Epoch, k, spaces)
	if err != nil {
		t.Fatal(err)
	}
	for v := range got {
		same := 0
		for _, n := range got[v] {
			if slices.Contains(want[v], n) {
				same++
			}
		}
		least := k
		switch models.Space(v) {
		case models.TemporalPositional, models.HDC: // beyond a day E4 is noise; E9's code is a twentieth of the value
			least = 1
		case models.LateInteraction: // compared only among the neighbours in other spaces
			least = k - 2
		}
		if same < least {
			t.Errorf("%v: %d of %d neighbours are the true ones", models.Space(v), same, k)
		}
	}
}

func TestCodesFitTheirBudget(t *testing.T) {
	if CodeBytes > 400 {
		t.Errorf("codes take %d bytes a memory, 400 are allowed", CodeBytes)
	}
}
