package search

import (
	"cmp"
	"context"
	"math"
	"slices"

	"asterism/kernels"
	"asterism/models"
)

// floor is the similarity that must be exceeded somewhere: a memory that is above it in no space has nothing to do with the
// question. E9 has no floor of its own, though unrelated texts are alike by about .29 there: a misspelt word is hardly more like
// the sentence it stands in, and a floor would lose it.
const floor = 0

// fusion adds up what the spaces say: a row's score is the mean of its standard scores, weighted, over the spaces in which it
// has a value. A space that is undefined for a memory is left out; it never counts as 0.
type fusion struct {
	*scan
	weights   *[models.Count]float64
	standards [models.Count]standard
	scores    []float32 // of every row; NaN: no space has anything for it
	unread    float32   // E12 of the rows whose tokens were not compared: the worst of those compared; NaN before any was
}

// fuse scores all rows over the given spaces.
func (s *scan) fuse(ctx context.Context, weights *[models.Count]float64, spaces models.Set) (f *fusion, err error) {
	f = &fusion{scan: s, weights: weights, scores: newScores(len(s.state.chunks) * chunkRows), unread: nan}
	if f.standards, err = s.standards(ctx); err != nil {
		return f, err
	}
	return f, f.add(ctx, spaces)
}

// fuseTokens scores all rows once more, after the best have been compared token by token. A row that was not among them counts
// as the worst of them: it is behind them already and stays there.
func (f *fusion) fuseTokens(ctx context.Context) error {
	compared := f.scan.scores[models.LateInteraction]
	f.standards[models.LateInteraction] = measure(compared, f.expected(models.LateInteraction))
	for _, x := range compared {
		if x == x && !(f.unread <= x) {
			f.unread = x
		}
	}
	return f.add(ctx, f.probe.spaces)
}

func (f *fusion) add(ctx context.Context, spaces models.Set) error {
	list := spaces.Spaces()
	return parallel(ctx, len(f.state.chunks), func(_ *workspace, c int) {
		scores := f.scores[c*chunkRows:][:chunkRows]
		for r := range scores {
			if scores[r] = nan; f.allowed[c][r/64]>>(r%64)&1 != 0 { // the others may be written while we look
				scores[r] = f.score(int32(c*chunkRows+r), list)
			}
		}
	})
}

// score is that of a row that passed the filter.
func (f *fusion) score(row int32, spaces []models.Space) float32 {
	sum, total, found := 0.0, 0.0, false
	for _, v := range spaces {
		x := f.scan.scores[v][row]
		found = found || x > floor
		if v == models.LateInteraction && x != x && f.state.present(row).Has(v) {
			x = f.unread
		}
		if x == x {
			total += f.weights[v]
			sum += f.weights[v] * f.standards[v].score(x)
		}
	}
	if !found {
		return nan
	}
	return float32(sum / total)
}

// best are the n rows of highest score, best first, ties by id.
func (f *fusion) best(n int) []int32 {
	rows := kernels.TopK(f.scores, float32(math.Inf(-1)), n)
	if len(rows) == n {
		rows = settleCut(f.scores, rows, f.state.id)
	}
	slices.SortFunc(rows, func(a, b int32) int {
		if c := cmp.Compare(f.scores[b], f.scores[a]); c != 0 {
			return c
		}
		return compareIDs(f.state.id(a), f.state.id(b))
	})
	return rows
}

// decided lists the spaces that gave at least half of what speaks for a row, greatest share first, at most three.
func (f *fusion) decided(row int32) []models.Space {
	var share [models.Count]float64
	var order []models.Space
	sum := 0.0
	for _, v := range f.probe.spaces.Spaces() {
		x := f.scan.scores[v]
		if x == nil || x[row] != x[row] {
			continue
		}
		if share[v] = f.weights[v] * f.standards[v].score(x[row]); share[v] > 0 {
			sum += share[v]
			order = append(order, v)
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
