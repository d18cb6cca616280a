package search

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/engine/search/draw"
	"asterism/engine/store"
	"asterism/engine/temporal"
	"asterism/kernels"
	"asterism/models"
)

// slowRarity computes the factor of frequency.go's comment for a term of a space among the given memories.
func slowRarity(all map[store.ID]*store.Memory, s models.Space, id uint16) float64 {
	n, held := float64(len(all)), 0.0
	for _, m := range all {
		for _, t := range m.Record[s].Terms {
			if t.ID == id {
				held++
			}
		}
	}
	return math.Pow(max(0.1, math.Log(1+(n-held+0.5)/(held+0.5)))/6, 0.75)
}

// rarely returns the question with the weights of its terms multiplied by their rarity.
func rarely(q *Question, all map[store.ID]*store.Memory) *Question {
	out := *q
	for _, s := range []models.Space{models.Sparse, models.Splade} {
		out.Values[s].Terms = slices.Clone(q.Values[s].Terms)
		for i, t := range out.Values[s].Terms {
			out.Values[s].Terms[i].Weight = float32(float64(t.Weight) * slowRarity(all, s, t.ID))
		}
	}
	return &out
}

// slowSimilarity computes each space's similarity by its definition (models/catalog.go, engine/fingerprint), in float64, over the packed values, for a question whose terms have their
// final weights.
func slowSimilarity(q *Question, m *store.Memory, s models.Space) float64 {
	p, v, ref, t := &m.Record[s], &q.Values[s], q.Time.UnixNano(), m.Time.UnixNano()
	switch s {
	case models.TemporalRecent, models.TemporalPeriodic, models.TemporalPositional:
		return slowTimes(s, ref, t)
	}
	if p.Absent() {
		return math.NaN()
	}
	switch s.Info().Kind {
	case models.Dense:
		return slowDot(v.Dense, p.Int8, p.Scales[0])
	case models.Pair:
		w := s.Info().Width
		toCause := slowDot(v.Dense[w:], p.Int8[:w], p.Scales[0])
		toEffect := slowDot(v.Dense[:w], p.Int8[w:], p.Scales[1])
		switch q.Direction {
		case FindCauses:
			return 0.8 * toCause
		case FindEffects:
			return 1.2 * toEffect
		}
		return max(toCause, toEffect)
	case models.Terms:
		sum := 0.0
		for _, a := range v.Terms {
			for _, b := range p.Terms {
				if a.ID == b.ID {
					sum += float64(a.Weight) * float64(b.Weight)
				}
			}
		}
		return sum
	case models.Binary:
		d := 0
		for i := range p.Bits {
			d += bits.OnesCount64(p.Bits[i] ^ v.Bits[i])
		}
		return 1 - 2*float64(d)/10000
	}
	return slowMaxSim(v.Vectors, p)
}

func slowDot(q []float32, row []int8, scale float32) float64 {
	sum := 0.0
	for i := range q {
		sum += float64(q[i]) * float64(row[i])
	}
	return sum * float64(scale)
}

func slowMaxSim(query []float32, p *fingerprint.Packed) float64 {
	w := models.LateInteraction.Info().Width
	total := 0.0
	for k := 0; k < len(query); k += w {
		best := math.Inf(-1)
		for t, scale := range p.Scales {
			sum := 0.0
			for j := range w {
				nibble := p.Nibbles[t*w/2+j/2] >> (4 * (j % 2)) & 15
				sum += float64(query[k+j]) * float64(int(nibble)-8) * float64(scale)
			}
			best = max(best, sum)
		}
		total += best
	}
	return total / float64(len(query)/w)
}

// refuse ranks and fuses again from the similarities that a search reports for all memories, by the rules of question.go,
// standard.go and fuse.go.
func refuse(hits []Hit, q *Question) []Hit {
	out := slices.Clone(hits)
	var scale [models.Count]standard
	for v := range scale {
		scale[v] = slowStandard(hits, models.Space(v), q)
	}
	for i := range out {
		out[i].Rank = [models.Count]int{}
		sum, total := 0.0, 0.0
		for v, w := range q.Weights {
			mine := out[i].Similarity[v]
			if math.IsNaN(mine) {
				continue
			}
			total += w
			sum += w * slowlyDrawnIn((mine-scale[v].mean)/scale[v].deviation)
			if mine <= floor {
				continue
			}
			out[i].Rank[v] = 1
			for j := range hits {
				if hits[j].Similarity[v] > mine {
					out[i].Rank[v]++
				}
			}
		}
		out[i].Score = sum / total
	}
	slices.SortStableFunc(out, func(a, b Hit) int { return cmp.Compare(b.Score, a.Score) })
	return out
}

// slowlyDrawnIn is a standard score as fusion counts it: the integral of 1 up to 2¼, and of 2¼/z above.
func slowlyDrawnIn(z float64) float64 {
	if z <= 2.25 {
		return z
	}
	return 2.25 + 2.25*math.Log(z/2.25)
}

// slowStandard adds 20 typical memories to the hits, by definition: their share of the sums of squares about the common
// mean.
func slowStandard(hits []Hit, v models.Space, q *Question) standard {
	prior := typical[v]
	if v.Info().Kind == models.Terms {
		length := 0.0
		for _, t := range q.Values[v].Terms {
			length = math.Hypot(length, float64(t.Weight))
		}
		prior.mean, prior.deviation = prior.mean*length, prior.deviation*length
	}
	n, sum := 20.0, 20*prior.mean
	for _, h := range hits {
		if x := h.Similarity[v]; !math.IsNaN(x) {
			n, sum = n+1, sum+x
		}
	}
	mean := sum / n
	squares := 20 * (math.Pow(prior.deviation, 2) + math.Pow(prior.mean-mean, 2))
	for _, h := range hits {
		if x := h.Similarity[v]; !math.IsNaN(x) {
			squares += math.Pow(x-mean, 2)
		}
	}
	return standard{mean, math.Sqrt(squares / n)}
}

// nearlySameHits compares ids and ranks, and scores to float32's precision; neighbours with scores that close may change places.
func nearlySameHits(a, b []Hit) error {
	if len(a) != len(b) {
		return fmt.Errorf("%d hits, want %d", len(a), len(b))
	}
	by := map[store.ID]Hit{}
	for _, h := range b {
		by[h.ID] = h
	}
	for i, h := range a {
		want := by[h.ID]
		if math.Abs(h.Score-want.Score) > 1e-4 || math.Abs(h.Score-b[i].Score) > 1e-4 || h.Rank != want.Rank {
			return fmt.Errorf("hit %d is %v (%v, ranks %v), want %v (ranks %v)", i, h.ID, h.Score, h.Rank, want.Score, want.Rank)
		}
	}
	return nil
}

func TestSearchEqualsBruteForce(t *testing.T) {
	ix, all := randomIndex(t, 1, 230, 0.2) // fewer than are reranked: every memory is scored in every space
	for seed, direction := range []string{BothDirections, FindCauses, FindEffects} {
		q := randomQuestion(uint64(seed))
		q.Direction, q.TopK, q.WithoutContext = direction, len(all), true // windows have their own oracle
		got := mustSearch(t, ix, q)
		q = rarely(q, all)
		if len(got.Hits) != len(all) || got.Scanned != len(all) {
			t.Fatalf("%d hits of %d scanned, want %d: E2 ranks every memory", len(got.Hits), got.Scanned, len(all))
		}
		for _, h := range got.Hits {
			for v := range models.Catalog {
				want := slowSimilarity(q, all[h.ID], models.Space(v))
				tolerance := 1e-5
				if models.Space(v) == models.TemporalPositional {
					tolerance = 2e-4 // its cosines come from a table
				}
				if math.IsNaN(want) != math.IsNaN(h.Similarity[v]) || math.Abs(h.Similarity[v]-want) > tolerance {
					t.Fatalf("%v %q: similarity %v, want %v", models.Space(v), direction, h.Similarity[v], want)
				}
			}
		}
		if err := nearlySameHits(got.Hits, refuse(got.Hits, q)); err != nil {
			t.Errorf("%q: %v", direction, err)
		}
	}
}

func TestFirstHitsDoNotDependOnTopK(t *testing.T) {
	ix, all := randomIndex(t, 2, 400, 0.1) // more than are reranked
	q := randomQuestion(5)
	q.TopK = len(all)
	whole := mustSearch(t, ix, q)
	for _, k := range []int{1, 2, 3, 10, 99, 100, 399} {
		q.TopK = k
		if err := sameHits(mustSearch(t, ix, q).Hits, whole.Hits[:k]); err != nil {
			t.Errorf("topK %d: %v", k, err)
		}
	}
}

func TestRankCountsTheStrictlyBetter(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 1))
	for range 300 {
		scores := make([]float32, 1+r.IntN(60))
		for i := range scores {
			if scores[i] = float32(r.IntN(5)); scores[i] == 0 {
				scores[i] = nan
			}
		}
		some := make([]float32, r.IntN(len(scores)+1))
		for i := range some {
			some[i] = scores[r.IntN(len(scores))]
		}
		for i, got := range better(scores, some) {
			want, mine := 0, some[i]
			for _, x := range scores {
				if x > mine {
					want++
				}
			}
			if got != want {
				t.Fatalf("%d values are better than %v, want %d, in %v", got, mine, want, scores)
			}
		}
	}
}

func TestBestCutsTiesById(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 1))
	for range 200 {
		c := &chunk{}
		tab := &table{scan: &scan{state: &snapshot{chunks: []*chunk{c}}}}
		f := &fusion{table: tab, scores: make([]float32, 1+r.IntN(60))}
		var rows []int32
		for i := range f.scores {
			f.scores[i], c.ids[i] = float32(r.IntN(5)), draw.ID(r)
			tab.rows = append(tab.rows, int32(i))
			rows = append(rows, int32(i))
		}
		slices.SortFunc(rows, func(a, b int32) int {
			return cmp.Or(cmp.Compare(f.scores[b], f.scores[a]), compareIDs(c.ids[a], c.ids[b]))
		})
		k := 1 + r.IntN(len(rows))
		if got := f.best(k); !slices.Equal(got, rows[:k]) {
			t.Fatalf("rows %v, want %v", got, rows[:k])
		}
	}
}

func TestTokenWidthIsTheCatalogues(t *testing.T) {
	if w := models.LateInteraction.Info().Width; w != kernels.TokenWidth {
		t.Errorf("the catalogue says %d, the kernels %d", w, kernels.TokenWidth)
	}
}

// slowTimes is the cosine of the vectors of two times.
func slowTimes(s models.Space, ref, t int64) (sum float64) {
	a, b := make([]float64, temporal.Width), make([]float64, temporal.Width)
	switch s {
	case models.TemporalRecent:
		temporal.Recent(a, 0)
		temporal.Recent(b, temporal.AgeSeconds(t, ref))
	case models.TemporalPeriodic:
		temporal.Periodic(a, ref)
		temporal.Periodic(b, t)
	case models.TemporalPositional:
		temporal.Positional(a, ref)
		temporal.Positional(b, t)
	}
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}
