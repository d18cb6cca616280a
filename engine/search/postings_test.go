package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"asterism/engine/fingerprint"
)

// anyWeight returns a weight that a record can have.
func anyWeight(r *rand.Rand) float32 { return float32(1+r.IntN(1024)) / 1024 }

// randomTerms returns the terms of a full column, and the column.
func randomTerms(r *rand.Rand, width int) ([chunkRows][]fingerprint.TermWeight, *termColumn) {
	var rows [chunkRows][]fingerprint.TermWeight
	c := newTermColumn()
	for i := range rows {
		for id := r.IntN(width); id < width && r.IntN(8) > 0; id += 1 + r.IntN(width/10) {
			rows[i] = append(rows[i], fingerprint.TermWeight{ID: uint16(id), Weight: anyWeight(r)})
		}
		c.append(i, rows[i])
	}
	return rows, c
}

func TestSealedColumnsAreAsBefore(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 1))
	for _, width := range []int{30, 300, 65536} {
		rows, c := randomTerms(r, width)
		q := &termQuery{}
		q.set(append(slices.Clone(rows[3]), rows[9]...), 0.5)
		for _, cosine := range []bool{false, true} {
			var open, sealed [chunkRows]float32
			again := newTermColumn()
			for i := range rows {
				again.append(i, rows[i])
			}
			c.dot(q, cosine, chunkRows, &open)
			again.seal()
			if again.dot(q, cosine, chunkRows, &sealed); open != sealed {
				t.Fatalf("width %d: sealing changed a similarity", width)
			}
		}
		before := *c.lists.Load()
		c.seal()
		after := c.rowLists()
		total := c.starts[chunkRows]
		if !slices.Equal(before.ids[:total], after.ids) || !slices.Equal(before.weights[:total], after.weights) {
			t.Fatalf("width %d: the lists came back otherwise", width)
		}
		for _, row := range []int{0, 3, 500, chunkRows - 1} {
			var ids []uint16
			c.eachTerm(row, func(id uint16) { ids = append(ids, id) })
			if !slices.EqualFunc(ids, rows[row], func(id uint16, t fingerprint.TermWeight) bool { return id == t.ID }) {
				t.Fatalf("width %d, row %d: terms %v, want %v", width, row, ids, rows[row])
			}
		}
	}
}

func TestClearedQueriesHoldNothing(t *testing.T) {
	q := &termQuery{}
	q.set([]fingerprint.TermWeight{{ID: 5, Weight: 2}, {ID: 3, Weight: 1}, {ID: 5, Weight: 4}}, 1)
	if !slices.Equal(q.ids, []uint16{3, 5}) || q.weights[5] != 4 || q.weights[3] != 1 {
		t.Fatalf("ids %v", q.ids)
	}
	if q.clear(); *q.anything() {
		t.Error("something is left")
	}
}

func (q *termQuery) anything() *bool {
	got := len(q.ids) > 0 || slices.ContainsFunc(q.weights[:], func(w float32) bool { return w != 0 })
	return &got
}
