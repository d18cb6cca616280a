package search

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// compareAll collects the results of Compare by id, and checks the totals.
func compareAll(t *testing.T, ix *Index, values []*fingerprint.Fingerprint, spaces models.Set, f Filter, ids []store.ID) map[store.ID]Compared {
	t.Helper()
	out, said := map[store.ID]Compared{}, 0
	err := ix.Compare(context.Background(), values, spaces, f, ids, func(block []Compared, total int) error {
		if len(block) == 0 || len(block) > chunkRows {
			t.Errorf("a block of %d", len(block))
		}
		for _, c := range block {
			if _, twice := out[c.ID]; twice {
				t.Errorf("memory %s is reported twice", c.ID)
			}
			out[c.ID] = c
		}
		said = total
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if said != len(out) {
		t.Errorf("%d memories were reported, the total is %d", len(out), said)
	}
	return out
}

// TestCompareEqualsSimilarity compares every memory that passes with two values in every space; fingerprint.Similarity of the stored values
// gives the expected numbers.
func TestCompareEqualsSimilarity(t *testing.T) {
	ix, all := randomIndex(t, 21, 300, .2)
	first, second := randomQuestion(1).Values, randomQuestion(2).Values
	second[models.Code] = fingerprint.Value{}
	f := Filter{Namespace: "a", Tags: []string{"red"}}
	got := compareAll(t, ix, []*fingerprint.Fingerprint{&first, &second}, models.All, f, nil)
	for id, m := range all {
		c, reported := got[id]
		if reported != passes(f, m) {
			t.Fatalf("memory %s of %s %v: reported %v", id, m.Namespace, m.Tags, reported)
		}
		if !reported {
			continue
		}
		if !c.Time.Equal(m.Time) {
			t.Errorf("time %v, want %v", c.Time, m.Time)
		}
		for i, values := range []*fingerprint.Fingerprint{&first, &second} {
			for s, x := range c.Similarity[i] {
				v := fingerprint.Unpack(models.Space(s), &m.Record[s])
				want := fingerprint.Similarity(models.Space(s), &values[s], &v)
				if !(math.Abs(x-want) < 2e-3) && !(math.IsNaN(x) && math.IsNaN(want)) {
					t.Errorf("%v to value %d: %v, want %v", models.Space(s), i, x, want)
				}
			}
		}
	}
}

// TestCompareOfSomeSpaces: other spaces are absent. Without any space, Compare still lists the memories.
func TestCompareOfSomeSpaces(t *testing.T) {
	ix, all := randomIndex(t, 22, 50, 0)
	values := randomQuestion(3).Values
	spaces := models.SetOf(models.HDC, models.Splade)
	for _, c := range compareAll(t, ix, []*fingerprint.Fingerprint{&values}, spaces, Filter{}, nil) {
		for s, x := range c.Similarity[0] {
			if math.IsNaN(x) == spaces.Has(models.Space(s)) {
				t.Errorf("%v: %v", models.Space(s), x)
			}
		}
	}
	if got := compareAll(t, ix, nil, 0, Filter{}, nil); len(got) != len(all) {
		t.Errorf("%d memories are listed, want %d", len(got), len(all))
	}
}

func TestCompareLooksAtTheGivenIDs(t *testing.T) {
	ix, all := randomIndex(t, 23, 2*chunkRows+30, .1)
	values := randomQuestion(4).Values
	var of, others []store.ID
	for id, m := range all {
		if m.Namespace == "a" {
			of = append(of, id)
		} else {
			others = append(others, id)
		}
	}
	wanted := append(slices.Clone(of[:40]), of[:5]...) // some are named twice
	got := compareAll(t, ix, []*fingerprint.Fingerprint{&values}, models.All, Filter{Namespace: "a"}, wanted)
	if len(got) != 40 {
		t.Errorf("%d memories, want 40", len(got))
	}
	for _, id := range wanted {
		if _, ok := got[id]; !ok {
			t.Errorf("memory %s is missing", id)
		}
	}
	ix.Remove(of[1])
	unknown := store.ID{9, 9}
	err := ix.Compare(context.Background(), nil, models.All, Filter{Namespace: "a"}, []store.ID{of[0], of[1], unknown, others[0], unknown}, func([]Compared, int) error {
		t.Error("returned something besides an error")
		return nil
	})
	var missing *MissingError
	if !errors.As(err, &missing) || !slices.Equal(missing.IDs, []store.ID{of[1], unknown, others[0]}) {
		t.Errorf("error %v, want one that names the forgotten, the unknown and the one of another namespace", err)
	}
}

// TestCompareOfColdMemories: values read from the store equal those that were in memory.
func TestCompareOfColdMemories(t *testing.T) {
	ix, questions := topicalIndex(t, 3*chunkRows)
	cold, source := bounded(t, ix, 1)
	values := []*fingerprint.Fingerprint{&questions[0].Values, &questions[1].Values}
	before := source.reads.Load()
	got, want := compareAll(t, cold, values, models.All, Filter{}, nil), compareAll(t, ix, values, models.All, Filter{}, nil)
	if read := int(source.reads.Load() - before); read != cold.Cold() {
		t.Errorf("%d values were read, want each of the %d cold ones once", read, cold.Cold())
	}
	for id, w := range want {
		for i := range values {
			for s, x := range got[id].Similarity[i] {
				if y := w.Similarity[i][s]; x != y && !(math.IsNaN(x) && math.IsNaN(y)) {
					t.Fatalf("%v: %v when cold, %v else", models.Space(s), x, y)
				}
			}
		}
	}
	source.fail = errors.New("disk on fire")
	if err := cold.Compare(context.Background(), values, models.All, Filter{}, nil, func([]Compared, int) error { return nil }); !errors.Is(err, source.fail) {
		t.Errorf("error %v", err)
	}
}

func TestCompareEndsEarly(t *testing.T) {
	ix, _ := randomIndex(t, 24, 2*chunkRows, 0)
	values := randomQuestion(5).Values
	enough := errors.New("enough")
	calls := 0
	err := ix.Compare(context.Background(), []*fingerprint.Fingerprint{&values}, models.SetOf(models.Semantic), Filter{}, nil, func([]Compared, int) error { calls++; return enough })
	if err != enough || calls != 1 {
		t.Errorf("error %v after %d calls", err, calls)
	}
	ctx, cancel := context.WithCancel(context.Background())
	err = ix.Compare(ctx, []*fingerprint.Fingerprint{&values}, models.All, Filter{}, nil, func([]Compared, int) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	bad := fingerprint.Fingerprint{{Dense: []float32{1}}}
	if err := ix.Compare(context.Background(), []*fingerprint.Fingerprint{&bad}, models.All, Filter{}, nil, func([]Compared, int) error { return nil }); err == nil {
		t.Error("a value of a wrong width was compared")
	}
}

func BenchmarkCompare(b *testing.B) {
	ix, _ := randomIndex(b, 25, 10*chunkRows, 0)
	values := randomQuestion(6).Values
	for b.Loop() {
		n, start := 0, time.Now()
		err := ix.Compare(context.Background(), []*fingerprint.Fingerprint{&values}, models.All, Filter{}, nil, func(block []Compared, _ int) error { n += len(block); return nil })
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(time.Since(start).Microseconds())/float64(n), "µs/memory")
	}
}
