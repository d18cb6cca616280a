package search

import (
	"cmp"
	"context"
	"math"
	"slices"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/engine/search/draw"
	"asterism/engine/store"
	"asterism/models"
)

// likeness computes the similarity of two memories by its definition.
func likeness(values *fingerprint.Fingerprint, q *Question, m *store.Memory, s models.Space) float64 {
	p := &m.Record[s]
	if p.Absent() && !timeSpaces.Has(s) {
		return math.NaN()
	}
	switch s.Info().Kind {
	case models.Pair:
		w := s.Info().Width
		v := values[s].Dense
		return (slowDot(v[:w], p.Int8[:w], p.Scales[0]) + slowDot(v[w:], p.Int8[w:], p.Scales[1])) / 2
	case models.Terms:
		length := func(terms []fingerprint.TermWeight) float64 {
			sum := 0.0
			for _, t := range terms {
				sum += float64(t.Weight) * float64(t.Weight)
			}
			return math.Sqrt(sum)
		}
		return slowSimilarity(q, m, s) / length(values[s].Terms) / length(p.Terms)
	}
	return slowSimilarity(q, m, s)
}

func TestNeighboursEqualBruteForce(t *testing.T) {
	ix, all := randomIndex(t, 14, 150, 0.2)
	q := randomQuestion(14)
	const k = 7
	content := models.All.Without(models.SetOf(models.LateInteraction))
	got, err := ix.Neighbours(context.Background(), "a", &q.Values, q.Time, k, content)
	if err != nil {
		t.Fatal(err)
	}
	for i := range models.Catalog {
		s := models.Space(i)
		if s == models.LateInteraction {
			if got[i] != nil {
				t.Error("E12 was not asked for")
			}
			continue
		}
		var want []float64
		for _, m := range all {
			if v := likeness(&q.Values, q, m, s); m.Namespace == "a" && !math.IsNaN(v) {
				want = append(want, v)
			}
		}
		slices.SortFunc(want, func(a, b float64) int { return cmp.Compare(b, a) })
		want = want[:k]
		if len(got[i]) != k {
			t.Fatalf("%v: %d neighbours", s, len(got[i]))
		}
		for j, n := range got[i] {
			if math.Abs(n.Similarity-want[j]) > 2e-3 || math.Abs(n.Similarity-likeness(&q.Values, q, all[n.ID], s)) > 2e-3 {
				t.Errorf("%v: neighbour %d has %v, want %v", s, j, n.Similarity, want[j])
			}
		}
	}
}

func TestCopyIsItsNearestNeighbour(t *testing.T) {
	ix, all := randomIndex(t, 15, 60, 0)
	q := randomQuestion(15)
	original := &store.Memory{ID: store.ID{1}, Version: 1, Namespace: "a", Time: q.Time}
	for i := range q.Values {
		p, err := fingerprint.Pack(models.Space(i), q.Values[i])
		if err != nil {
			t.Fatal(err)
		}
		original.Record[i] = p
	}
	all[original.ID] = original // the token source reads this map
	if err := ix.Add(original); err != nil {
		t.Fatal(err)
	}
	got, err := ix.Neighbours(context.Background(), "", &q.Values, q.Time, 5, models.All)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		s, off := models.Space(i), 0.001
		if s == models.LateInteraction {
			off = 0.03 // four bits a value
		}
		if len(got[i]) != 5 || got[i][0].ID != original.ID || math.Abs(got[i][0].Similarity-1) > off {
			t.Errorf("%v: nearest are %v", s, got[i])
		}
	}
}

func TestNeighboursOfNothing(t *testing.T) {
	ix, _ := randomIndex(t, 16, 5, 0)
	q := randomQuestion(16)
	for name, c := range map[string]struct {
		namespace string
		values    *fingerprint.Fingerprint
		k         int
		bad       bool
	}{
		"no such namespace": {"zzz", &q.Values, 3, false}, "k of 0": {"", &q.Values, 0, true},
		"bad width": {"", &fingerprint.Fingerprint{{Dense: []float32{1}}}, 3, true},
	} {
		got, err := ix.Neighbours(context.Background(), c.namespace, c.values, draw.Epoch, c.k, models.All)
		if (err != nil) != c.bad {
			t.Errorf("%s: error %v", name, err)
		}
		for _, n := range got {
			if len(n) != 0 {
				t.Errorf("%s: %v", name, n)
			}
		}
	}
}
