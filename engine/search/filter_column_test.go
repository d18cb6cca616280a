package search

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"asterism/models"
)

// TestFilterOfAChunkIsThatOfItsRows: filtering column by column passes the same rows as filtering row by row, with rows that are dead, have no time, or have the least
// or greatest time.
func TestFilterOfAChunkIsThatOfItsRows(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	moments := []time.Time{{}, time.Unix(0, 0), time.Unix(0, 50), time.Unix(0, 51), leastTime, leastTime.Add(1), greatestTime, greatestTime.Add(1), leastTime.Add(-time.Hour), greatestTime.Add(time.Hour)}
	names := newDictionary()
	a, b := names.add("a"), names.add("b")
	for round := range 200 {
		k, n := &chunk{}, []int{1, 63, 64, 65, 700, chunkRows}[round%6]
		for row := range n {
			k.times[row] = []int64{math.MinInt64, 0, 49, 50, 51, math.MaxInt64, r.Int64N(100)}[r.IntN(7)]
			present := models.Set(0)
			if round%2 == 0 || r.IntN(4) > 0 {
				present |= timeSpaces
			}
			k.setPresent(row, present)
			l := labels{namespace: a}
			if round%3 == 0 && r.IntN(2) == 0 {
				l.namespace = b
			}
			k.setLabels(row, l)
			if round%5 == 0 && r.IntN(3) == 0 {
				k.died[row].Store(uint64(r.IntN(4)))
				k.deaths.Add(1)
			}
		}
		f := Filter{After: moments[r.IntN(len(moments))], Before: moments[r.IntN(len(moments))], Namespace: []string{"", "a", "b"}[r.IntN(3)]}
		where, ok := f.resolve(names)
		if !ok {
			t.Fatal("a namespace is not known")
		}
		s := &scan{state: &snapshot{chunks: []*chunk{k}, tail: 0, tailRows: n, epoch: 2, names: names}, allowed: make([][chunkRows / 64]uint64, 1), counts: make([]int, 1)}
		s.filter(0, &where)
		count := 0
		for row := range chunkRows {
			want := row < n && s.state.alive(&k.died[row]) && literally(f, k, row)
			if got := s.allowed[0][row/64]>>(row%64)&1 == 1; got != want {
				t.Fatalf("round %d, %+v: row %d at %d passes: %v, want %v", round, f, row, k.times[row], got, want)
			}
			if want {
				count++
				if !where.pass(k, row) {
					t.Fatalf("round %d, %+v: row %d passes in its chunk and not alone", round, f, row)
				}
			}
		}
		if s.counts[0] != count {
			t.Errorf("round %d: %d rows are counted, want %d", round, s.counts[0], count)
		}
	}
}

// literally applies a filter of times and a namespace word for word.
func literally(f Filter, k *chunk, row int) bool {
	if f.Namespace != "" && k.labels[row].namespace != map[string]uint32{"a": 1, "b": 2}[f.Namespace] {
		return false
	}
	if f.After.IsZero() && f.Before.IsZero() {
		return true
	}
	at := time.Unix(0, k.times[row])
	return k.present[row].Has(anyTime) && !at.Before(f.After) && (f.Before.IsZero() || at.Before(f.Before))
}
