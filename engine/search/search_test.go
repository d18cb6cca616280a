package search

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/search/draw"
	"asterism/engine/store"
	"asterism/models"
)

func only(s ...models.Space) (w [models.Count]float64) {
	for _, v := range s {
		w[v] = 1
	}
	return w
}

func TestEachSpaceAloneRanksByItsSimilarity(t *testing.T) {
	ix, all := randomIndex(t, 6, 300, 0.1)
	for i := range models.Catalog {
		s := models.Space(i)
		q := randomQuestion(8)
		q.Weights, q.TopK = only(s), len(all)
		got := mustSearch(t, ix, q).Hits
		want := 0
		for _, m := range all {
			if slowSimilarity(q, m, s) > floor { // rarity does not change which similarities are above 0
				want++
			}
		}
		if len(got) != want {
			t.Errorf("%v: %d hits, want %d", s, len(got), want)
		}
		for j := 1; j < len(got); j++ {
			if got[j].Similarity[i] > got[j-1].Similarity[i] {
				t.Errorf("%v: hit %d is more similar than the one before", s, j)
			}
		}
		for _, h := range got {
			if above := h.Score > 0; above != slices.Equal(h.Decided, []models.Space{s}) || !above && len(h.Decided) > 0 {
				t.Fatalf("%v: a score of %v was decided by %v", s, h.Score, h.Decided)
			}
			for v := range h.Similarity {
				if v != i && (!math.IsNaN(h.Similarity[v]) || h.Rank[v] != 0) {
					t.Fatalf("%v has a similarity though it has no weight", models.Space(v))
				}
			}
		}
	}
}

func TestAbsentSpaceIsNotCountedAsZero(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 1))
	ix := New(nil)
	q := &Question{Values: draw.Values(r, 0), TopK: 5, Weights: only(models.Semantic, models.Graph)}
	whole, half := randomMemory(t, r, 0), randomMemory(t, r, 0)
	near, err := fingerprint.Pack(models.Semantic, q.Values[models.Semantic])
	if err != nil {
		t.Fatal(err)
	}
	half.Record[models.Semantic], half.Record[models.Graph] = near, fingerprint.Packed{}
	for _, m := range []*store.Memory{whole, half} {
		if err := ix.Add(m); err != nil {
			t.Fatal(err)
		}
	}
	hits := mustSearch(t, ix, q).Hits
	q.Weights = only(models.Semantic)
	alone := mustSearch(t, ix, q).Hits
	if hits[0].ID != half.ID || hits[0].Score != alone[0].Score || !math.IsNaN(hits[0].Similarity[models.Graph]) {
		t.Errorf("first is %v with score %v, E8 %v; want %v with E1's own %v, NaN",
			hits[0].ID, hits[0].Score, hits[0].Similarity[models.Graph], half.ID, alone[0].Score)
	}
}

func TestEqualScoresAreOrderedById(t *testing.T) {
	r := rand.New(rand.NewPCG(32, 1))
	ix, m := New(nil), randomMemory(t, r, 0)
	for range 50 {
		same := *m
		same.ID = draw.ID(r)
		if err := ix.Add(&same); err != nil {
			t.Fatal(err)
		}
	}
	q := randomQuestion(1)
	q.TopK = 50
	hits := mustSearch(t, ix, q).Hits
	if len(hits) != 50 {
		t.Fatalf("%d hits", len(hits))
	}
	for i := 1; i < len(hits); i++ {
		if compareIDs(hits[i-1].ID, hits[i].ID) >= 0 || hits[i].Score != hits[0].Score {
			t.Fatalf("hit %d out of order", i)
		}
	}
}

func TestMinSimilarity(t *testing.T) {
	ix, all := randomIndex(t, 9, 120, 0)
	q := randomQuestion(9)
	q.TopK = len(all)
	whole := mustSearch(t, ix, q).Hits
	best := func(h Hit) float64 {
		top := math.Inf(-1)
		for _, s := range []models.Space{models.Semantic, models.Causal, models.Code, models.Graph, models.Multimodal, models.Entity} {
			top = max(top, h.Similarity[s])
		}
		return top
	}
	for _, least := range []float64{0.03, 0.06, 0.09, 2} {
		var want []Hit
		for _, h := range whole {
			if best(h) >= least {
				want = append(want, h)
			}
		}
		q.MinSimilarity = least
		if err := sameHits(mustSearch(t, ix, q).Hits, want); err != nil {
			t.Errorf("at least %v: %v", least, err)
		}
	}
	q.Weights, q.MinSimilarity = only(models.HDC, models.TemporalRecent), 0.9 // E9 decides, though E2 is near 1
	if hits := mustSearch(t, ix, q).Hits; len(hits) != 0 {
		t.Errorf("%d hits: E2 decided", len(hits))
	}
}

func TestDirection(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 1))
	w := models.Causal.Info().Width
	q := &Question{TopK: 2, Weights: only(models.Causal)}
	q.Values[models.Causal].Dense = append(draw.Unit(r, w), draw.Unit(r, w)...)
	cause, effect := &store.Memory{ID: draw.ID(r), Version: 1}, &store.Memory{ID: draw.ID(r), Version: 1}
	// One memory is the cause of the question's event: its cause role equals the question's effect role. The other is an
	// effect of it.
	var err error
	if cause.Record[models.Causal], err = fingerprint.Pack(models.Causal,
		fingerprint.Value{Dense: append(slices.Clone(q.Values[models.Causal].Dense[w:]), draw.Unit(r, w)...)}); err != nil {
		t.Fatal(err)
	}
	if effect.Record[models.Causal], err = fingerprint.Pack(models.Causal,
		fingerprint.Value{Dense: append(draw.Unit(r, w), q.Values[models.Causal].Dense[:w]...)}); err != nil {
		t.Fatal(err)
	}
	ix := New(nil)
	for _, m := range []*store.Memory{cause, effect} {
		if err := ix.Add(m); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		direction string
		first     store.ID
		value     float64
	}{{FindCauses, cause.ID, 0.8}, {FindEffects, effect.ID, 1.2}} {
		q.Direction = c.direction
		h := mustSearch(t, ix, q).Hits[0]
		if h.ID != c.first || math.Abs(h.Similarity[models.Causal]-c.value) > 0.01 {
			t.Errorf("%s: %v with %v, want %v with %v", c.direction, h.ID, h.Similarity[models.Causal], c.first, c.value)
		}
	}
	q.Direction = BothDirections
	for _, h := range mustSearch(t, ix, q).Hits {
		if math.Abs(h.Similarity[models.Causal]-1) > 0.01 {
			t.Errorf("both: %v has %v, want 1", h.ID, h.Similarity[models.Causal])
		}
	}
}

func TestBadQuestionsAreRefused(t *testing.T) {
	ix, _ := randomIndex(t, 10, 3, 0)
	for name, c := range map[string]struct {
		spoil func(*Question)
		says  string
	}{
		"topK":       {func(q *Question) { q.TopK = 0 }, "topK 0"},
		"direction":  {func(q *Question) { q.Direction = "up" }, `"up"`},
		"no weight":  {func(q *Question) { q.Weights = only() }, "sum to 0"},
		"negative":   {func(q *Question) { q.Weights[3] = -1 }, "E4"},
		"NaN weight": {func(q *Question) { q.Weights[3] = math.NaN() }, "E4"},
		"NaN min":    {func(q *Question) { q.MinSimilarity = math.NaN() }, "minSimilarity"},
		"width":      {func(q *Question) { q.Values[0].Dense = q.Values[0].Dense[1:] }, "E1"},
		"pair":       {func(q *Question) { q.Values[4].Dense = q.Values[4].Dense[:768] }, "E5"},
		"bits":       {func(q *Question) { q.Values[8].Bits = q.Values[8].Bits[1:] }, "E9"},
		"tokens":     {func(q *Question) { q.Values[11].Vectors = q.Values[11].Vectors[1:] }, "E12"},
		"NaN value":  {func(q *Question) { q.Values[6].Dense[5] = float32(math.NaN()) }, "E7"},
	} {
		q := randomQuestion(1)
		c.spoil(q)
		if _, err := ix.Search(context.Background(), q); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSearchStopsWithItsContext(t *testing.T) {
	ix, _ := randomIndex(t, 10, 3, 0)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ix.Search(ctx, randomQuestion(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

type brokenTokens struct{}

var errBroken = errors.New("disk on fire")

func (brokenTokens) TokenVectors(context.Context, []store.ID) ([]fingerprint.Packed, error) {
	return nil, errBroken
}

func TestTokenSourceErrorsAreNotSwallowed(t *testing.T) {
	ix := New(brokenTokens{})
	if err := ix.Add(randomMemory(t, rand.New(rand.NewPCG(1, 1)), 0)); err != nil {
		t.Fatal(err)
	}
	if _, err := ix.Search(context.Background(), randomQuestion(1)); !errors.Is(err, errBroken) {
		t.Errorf("error is %v", err)
	}
}

func TestEmptyIndexAndEmptyQuestion(t *testing.T) {
	if r := mustSearch(t, New(nil), randomQuestion(1)); len(r.Hits) != 0 || r.Scanned != 0 {
		t.Errorf("an empty index gave %+v", r)
	}
	ix, _ := randomIndex(t, 10, 3, 0)
	if r := mustSearch(t, ix, &Question{TopK: 1, Weights: only(models.Semantic)}); len(r.Hits) != 0 || r.Scanned != 3 {
		t.Errorf("a question without values gave %+v", r)
	}
}

func TestSearchByTime(t *testing.T) {
	ix, all := randomIndex(t, 12, 200, 0)
	q := &Question{TopK: 1, Weights: only(models.TemporalPositional)}
	for _, m := range all { // E4 is .34 at five minutes; far away it is noise of up to .15
		q.Time = m.Time.Add(5 * time.Minute)
		want, near := store.ID{}, time.Duration(math.MaxInt64)
		for _, o := range all {
			if d := q.Time.Sub(o.Time).Abs(); d < near {
				want, near = o.ID, d
			}
		}
		if got := mustSearch(t, ix, q).Hits[0].ID; got != want {
			t.Fatalf("nearest in time is %v away, got one %v away", near, q.Time.Sub(all[got].Time))
		}
	}
}
