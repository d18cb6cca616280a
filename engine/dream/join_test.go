package dream

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// recordsOf is a store of values alone.
type recordsOf struct {
	DiscoveryStore
	records map[store.ID]fingerprint.Record
}

func (s recordsOf) Values(_ context.Context, _ models.Set, ids []store.ID) ([]fingerprint.Record, error) {
	out := make([]fingerprint.Record, len(ids))
	for i, id := range ids {
		out[i] = s.records[id]
	}
	return out, nil
}

// TestFurtherMemoriesAreComparedAsAmongAll: the likeness to the prototypes is to the bit that of columns which hold all memories together, in one part and in several.
func TestFurtherMemoriesAreComparedAsAmongAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 5))
	s := recordsOf{records: map[store.ID]fingerprint.Record{}}
	var ids []store.ID
	for i := range 60 {
		f := randomValues(rng, .2)
		id := store.ID{14: 1, 15: byte(i)}
		ids, s.records[id] = append(ids, id), packed(t, &f)
	}
	const base, further = 24, 36
	j := &joining{Discovery: &Discovery{Store: s}, clusters: []Cluster{{least: -9}, {least: -9}, {least: .1}}, base: ids[:base]}
	for i := range 12 {
		j.of = append(j.of, i/4)
	}
	var sample []int32
	for i := 12; i < base; i++ {
		sample = append(sample, int32(i))
	}
	if err := j.readBase(t.Context(), sample, 2); err != nil {
		t.Fatal(err)
	}
	all := NewColumns(len(ids))
	for _, id := range ids {
		r := s.records[id]
		all.Add(&r)
	}
	f := &fusion{Columns: all, sample: sample}
	for _, s := range Content.Spaces() {
		f.usual[s] = make([]moments, all.rows)
	}
	for row := range all.rows {
		if err := f.measureRows([]int{row}); err != nil {
			t.Fatal(err)
		}
	}
	var want []int
	for row := base; row < base+further; row++ {
		likeness := make([]float32, len(j.of))
		if err := f.likeness(row, j.pick[:len(j.of)], likeness); err != nil {
			t.Fatal(err)
		}
		r := s.records[ids[row]]
		j.addBeside(&r)
		got, err := j.toPrototypes([]int{base})
		if err != nil || !slices.Equal(got[0], likeness) {
			t.Fatalf("memory %d: %v, among all %v, error %v", row, got, likeness, err)
		}
		want = append(want, j.nearest(likeness))
		j.cut(base)
	}
	for _, size := range []int{1, 7, further} {
		var got []int
		for part := range slices.Chunk(ids[base:], size) {
			best, err := j.compare(t.Context(), part, 2, func() {})
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, best...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("in parts of %d: clusters %v, want %v", size, got, want)
		}
	}
	if slices.Max(want) == slices.Min(want) {
		t.Errorf("all are in cluster %d: that tells nothing", want[0])
	}
}
