package search

import (
	"cmp"
	"slices"

	"asterism/models"
)

// rankConstant is the k of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009).
const rankConstant = 60

// candidate is a row that at least one space ranked.
type candidate struct {
	row   int32
	score float64
	ranks [models.Count]int32 // 0: not ranked
}

// candidates gathers the rows of all lists.
func candidates(lists *[models.Count]ranked, rows int) []candidate {
	most := 0
	for v := range lists {
		most += len(lists[v].rows)
	}
	out := make([]candidate, 0, min(most, rows))
	slot := make([]int32, rows) // 1 + the place in out
	for v := range lists {
		for i, row := range lists[v].rows {
			if slot[row] == 0 {
				out = append(out, candidate{row: row})
				slot[row] = int32(len(out))
			}
			out[slot[row]-1].ranks[v] = lists[v].ranks[i]
		}
	}
	return out
}

// fuse scores every candidate with Σ wᵢ/(60+rankᵢ) over the spaces that ranked it, divided by Σ wᵢ over the spaces in which
// it has a value: a space that is undefined for a memory is left out, one that did not rank it counts as 0.
func (s *scan) fuse(cands []candidate, weights *[models.Count]float64, spaces models.Set) {
	for i := range cands {
		c := &cands[i]
		present := spaces & s.state.present(c.row)
		sum, total := 0.0, 0.0
		for v, w := range weights {
			if !present.Has(models.Space(v)) {
				continue
			}
			total += w
			if c.ranks[v] > 0 {
				sum += w / float64(rankConstant+c.ranks[v])
			}
		}
		c.score = sum / total // a space that ranked it has weight
	}
}

// best returns the n candidates of highest score, best first, ties by id, out of those that keep lets through.
func (s *scan) best(cands []candidate, n int, keep func(row int32) bool) []*candidate {
	var out []*candidate
	worse := func(a, b *candidate) int {
		if c := cmp.Compare(b.score, a.score); c != 0 {
			return c
		}
		return compareIDs(s.state.id(a.row), s.state.id(b.row))
	}
	for i := range cands {
		c := &cands[i]
		if len(out) == n && worse(c, out[n-1]) > 0 || !keep(c.row) {
			continue
		}
		at, _ := slices.BinarySearchFunc(out, c, worse)
		if out = slices.Insert(out, at, c); len(out) > n {
			out = out[:n]
		}
	}
	return out
}

// decided lists the spaces that gave at least half of a candidate's score, greatest share first, at most three.
func decided(ranks *[models.Count]int32, weights *[models.Count]float64) []models.Space {
	var share [models.Count]float64
	var order []models.Space
	sum := 0.0
	for v, r := range ranks {
		if r > 0 {
			share[v] = weights[v] / float64(rankConstant+r)
			sum += share[v]
			order = append(order, models.Space(v))
		}
	}
	slices.SortStableFunc(order, func(a, b models.Space) int { return cmp.Compare(share[b], share[a]) })
	got, n := 0.0, 0
	for n < len(order) && n < 3 && got < sum/2 {
		got += share[order[n]]
		n++
	}
	return order[:n]
}
