package dream

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// packed is a record of values.
func packed(t *testing.T, f *fingerprint.Fingerprint) (r fingerprint.Record) {
	t.Helper()
	for s := range f {
		if f[s].Absent() {
			continue
		}
		p, err := fingerprint.Pack(models.Space(s), f[s])
		if err != nil {
			t.Fatal(err)
		}
		r[s] = p
	}
	return r
}

// TestColumnsCompareAsSimilarityDoes holds every space against the slow true answer.
func TestColumnsCompareAsSimilarityDoes(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	const rows = 30
	c := NewColumns(rows)
	var values []fingerprint.Fingerprint
	for range rows {
		f := randomValues(rng, .15)
		r := packed(t, &f)
		c.Add(&r)
		var back fingerprint.Fingerprint
		for s := range r {
			back[s] = fingerprint.Unpack(models.Space(s), &r[s])
		}
		values = append(values, back)
	}
	pick := []int32{3, 29, 0, 3}
	all, some := make([]float32, rows), make([]float32, len(pick))
	for _, s := range Content.Spaces() {
		for a := range rows {
			if err := errors.Join(c.compare(s, a, nil, all), c.compare(s, a, pick, some)); err != nil {
				t.Fatal(err)
			}
			for b := range rows {
				want := fingerprint.Similarity(s, &values[a][s], &values[b][s])
				if got := float64(all[b]); math.IsNaN(want) != math.IsNaN(got) || math.Abs(got-want) > .01 { // int8 vectors are not quite of unit length
					t.Fatalf("%v: rows %d and %d have %v, want %v", s, a, b, got, want)
				}
			}
			for i, b := range pick {
				if x, y := some[i], all[b]; x != y && (x == x || y == y) {
					t.Fatalf("%v: row %d picked has %v, among all %v", s, b, x, y)
				}
			}
		}
	}
}

// groups are columns of so many rows of each of some groups, taken in turn: rows of a group share half of their direction.
func groups(t *testing.T, count, each int) *Columns {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 3))
	var centres []fingerprint.Fingerprint
	for range count {
		centres = append(centres, randomValues(rng, 0))
	}
	c := NewColumns(count * each)
	for range each {
		for g := range count {
			f := randomValues(rng, .2)
			for _, s := range []models.Space{models.Semantic, models.Entity, models.Code, models.Graph, models.Multimodal} {
				f[s].Dense = nearTo(centres[g][s].Dense, f[s].Dense)
			}
			r := packed(t, &f)
			c.Add(&r)
		}
	}
	return c
}

func nearTo(centre, own []float32) []float32 {
	if own == nil {
		return nil
	}
	out, sum := make([]float32, len(own)), 0.0
	for i := range own {
		out[i] = centre[i] + own[i]
		sum += float64(out[i]) * float64(out[i])
	}
	for i := range out {
		out[i] /= float32(math.Sqrt(sum))
	}
	return out
}

func TestGroupsAreFound(t *testing.T) {
	c := groups(t, 4, 20)
	got, err := Clusters(context.Background(), c, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 4 {
		t.Fatalf("%d clusters, want 4", len(got))
	}
	for _, k := range got {
		for _, row := range k.Rows {
			if row%4 != k.Rows[0]%4 {
				t.Errorf("row %d is with row %d", row, k.Rows[0])
			}
		}
		if len(k.Rows) != 20 || k.Cohesion < .8 || k.Cohesion > 1 || k.Central%4 != k.Rows[0]%4 {
			t.Errorf("%+v", k)
		}
	}
}

// TestClustersArePartsOfAllAndAlwaysTheSame: every row once, largest first, whatever the number of goroutines.
func TestClustersArePartsOfAllAndAlwaysTheSame(t *testing.T) {
	for _, rows := range []int{0, 1, 2, 3, 11, 40} {
		c := groups(t, 1, rows)
		first, err := Clusters(context.Background(), c, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[int]bool{}
		for i, k := range first {
			if i > 0 && len(k.Rows) > len(first[i-1].Rows) {
				t.Errorf("%d rows: cluster %d is larger than the one before", rows, i)
			}
			for _, row := range k.Rows {
				seen[row] = true
			}
		}
		if len(seen) != rows {
			t.Errorf("%d of %d rows are in a cluster", len(seen), rows)
		}
		for workers := 2; workers < 6; workers++ {
			if again, err := Clusters(context.Background(), c, workers, nil); err != nil || !reflect.DeepEqual(again, first) {
				t.Fatalf("%d rows, %d goroutines: other clusters, error %v", rows, workers, err)
			}
		}
	}
}

func TestClustersCanBeStopped(t *testing.T) {
	c := groups(t, 2, 30)
	ctx, cancel := context.WithCancel(context.Background())
	_, err := Clusters(ctx, c, 2, func(done, total int) {
		if done >= 20 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestTheGraphKeepsItsLaws: undirected, without loops, positive weights, neighbours ascending.
func TestTheGraphKeepsItsLaws(t *testing.T) {
	c := groups(t, 3, 15)
	f, err := newFusion(context.Background(), c, 2, func() {})
	if err != nil {
		t.Fatal(err)
	}
	g, err := newGraph(context.Background(), f, 2, func() {})
	if err != nil {
		t.Fatal(err)
	}
	edges := 0
	for a := range int64(c.Len()) {
		last := int64(-1)
		for of := g.From(a); of.Next(); {
			b := of.Node().ID()
			w, ok := g.Weight(a, b)
			back, _ := g.Weight(b, a)
			if b <= last || b == a || !ok || w <= 0 || w != back || !g.HasEdgeBetween(b, a) || g.Edge(a, b).To().ID() != b || g.Edge(a, b).ReversedEdge().To().ID() != a {
				t.Fatalf("edge %d–%d has weights %v and %v after %d", a, b, w, back, last)
			}
			last = b
			edges++
		}
	}
	if edges < c.Len()*nearest {
		t.Errorf("%d ends of edges for %d rows", edges, c.Len())
	}
	if g.Node(-1) != nil || g.Node(int64(c.Len())) != nil || g.EdgeBetween(0, 0) != nil || g.WeightedEdge(0, 1000) != nil {
		t.Error("there are nodes or edges beyond the rows")
	}
}
