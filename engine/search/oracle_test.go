package search

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/kernels"
	"asterism/models"
)

// slowSimilarity is SPACES read literally, in float64, over the packed values.
func slowSimilarity(q *Question, m *store.Memory, s models.Space) float64 {
	p, v, ref, t := &m.Record[s], &q.Values[s], q.Time.UnixNano(), m.Time.UnixNano()
	switch s {
	case models.TemporalRecent:
		return fingerprint.RecentSimilarity(fingerprint.AgeSeconds(t, ref), 0)
	case models.TemporalPeriodic:
		return fingerprint.PeriodicSimilarity(t, ref)
	case models.TemporalPositional:
		return fingerprint.PositionalSimilarity(t, ref)
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

// refuse ranks and fuses anew from the similarities that a search reports for all memories, as question.go and fuse.go
// promise it.
func refuse(hits []Hit, weights [models.Count]float64) []Hit {
	out := slices.Clone(hits)
	for i := range out {
		out[i].Rank = [models.Count]int{}
		sum, total := 0.0, 0.0
		for v, w := range weights {
			mine := out[i].Similarity[v]
			if math.IsNaN(mine) {
				continue
			}
			total += w
			if mine <= floor {
				continue
			}
			rank := 1
			for j := range hits {
				if hits[j].Similarity[v] > mine {
					rank++
				}
			}
			out[i].Rank[v] = rank
			sum += w / float64(60+rank)
		}
		out[i].Score = sum / total
	}
	slices.SortFunc(out, func(a, b Hit) int {
		if c := cmp.Compare(b.Score, a.Score); c != 0 {
			return c
		}
		return slices.Compare(a.ID[:], b.ID[:])
	})
	return out
}

func TestSearchEqualsBruteForce(t *testing.T) {
	ix, all := randomIndex(t, 1, 230, 0.2) // fewer than are reranked: every memory is scored in every space
	for seed, direction := range []string{BothDirections, FindCauses, FindEffects} {
		q := randomQuestion(uint64(seed))
		q.Direction, q.TopK = direction, len(all)
		got := mustSearch(t, ix, q)
		if len(got.Hits) != len(all) || got.Scanned != len(all) {
			t.Fatalf("%d hits of %d scanned, want %d: E2 ranks every memory", len(got.Hits), got.Scanned, len(all))
		}
		for _, h := range got.Hits {
			for v := range models.Catalog {
				want := slowSimilarity(q, all[h.ID], models.Space(v))
				tolerance := 1e-5
				if models.Space(v) == models.TemporalPositional {
					tolerance = 2e-3 // kept as int8
				}
				if math.IsNaN(want) != math.IsNaN(h.Similarity[v]) || math.Abs(h.Similarity[v]-want) > tolerance {
					t.Fatalf("%v %q: similarity %v, want %v", models.Space(v), direction, h.Similarity[v], want)
				}
			}
		}
		if err := sameHits(got.Hits, refuse(got.Hits, q.Weights)); err != nil {
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

func TestRankCutsTiesById(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 1))
	for range 200 {
		n := 1 + r.IntN(60)
		scores, ids := make([]float32, n), make([]store.ID, n)
		for i := range scores {
			scores[i], ids[i] = float32(r.IntN(5)), randomID(r)
		}
		rows := make([]int32, 0, n)
		for i := range scores {
			if scores[i] > 0 {
				rows = append(rows, int32(i))
			}
		}
		slices.SortFunc(rows, func(a, b int32) int {
			if c := cmp.Compare(scores[b], scores[a]); c != 0 {
				return c
			}
			return compareIDs(ids[a], ids[b])
		})
		k := 1 + r.IntN(n)
		want := rows[:min(k, len(rows))]
		got := rank(scores, 0, k, func(row int32) store.ID { return ids[row] })
		sorted := func(v []int32) []int32 { v = slices.Clone(v); slices.Sort(v); return v }
		if !slices.Equal(sorted(got.rows), sorted(want)) {
			t.Fatalf("rows %v, want %v", got.rows, want)
		}
		for i, row := range got.rows {
			better := int32(1)
			for _, s := range scores {
				if s > scores[row] {
					better++
				}
			}
			if got.ranks[i] != better {
				t.Fatalf("rank %d, want %d", got.ranks[i], better)
			}
		}
	}
}

func TestTokenWidthIsTheCatalogues(t *testing.T) {
	if w := models.LateInteraction.Info().Width; w != kernels.TokenWidth {
		t.Errorf("the catalogue says %d, the kernels %d", w, kernels.TokenWidth)
	}
}
