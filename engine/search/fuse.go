package search

import (
	"cmp"
	"context"
	"math"
	"slices"

	"asterism/engine/store"
	"asterism/models"
)

// floor must be exceeded by a memory's similarity in at least one space; otherwise the memory has nothing to do with the
// question. E9 has no floor of its own, although unrelated texts have a similarity of about .29 there: a misspelt word is hardly
// more similar to its own sentence, and a floor would lose it.
const floor = 0

// fusion adds up the spaces: a row's score is the weighted mean of its standard scores over the spaces in which it has a value. A
// space that is undefined for a memory is left out; it never counts as 0. The row's time ([Near]) and the question's words that it
// contains (words.go) add to the score.
type fusion struct {
	*table
	weights *[models.Count]float64
	scales  *[models.Count]standard
	scores  []float32 // by position in the table's rows; NaN: no space has a value
	windows *windows  // of the rows that have one; nil: no row has
	selects bool      // see newSelection
	unread  float32   // E12 of the rows whose tokens were not compared: the smallest of the compared ones; NaN before any comparison
}

// newFusion scores the rows of a table over all its spaces but E12.
func newFusion(t *table, weights *[models.Count]float64, scales *[models.Count]standard, w *windows) *fusion {
	f := &fusion{table: t, weights: weights, scales: scales, windows: w, scores: newScores(len(t.rows)), unread: nan}
	f.add(t.probe.spaces.Without(models.SetOf(models.LateInteraction)))
	return f
}

// newSelection scores the rows as a replica does to select candidates: plain standard scores, without windows and words.
func newSelection(t *table, weights *[models.Count]float64, scales *[models.Count]standard) *fusion {
	f := &fusion{table: t, weights: weights, scales: scales, selects: true, scores: newScores(len(t.rows)), unread: nan}
	f.add(t.probe.spaces.Without(models.SetOf(models.LateInteraction)))
	return f
}

// addTokens scores all rows again after the best were compared token by token. A row that was not among them counts as
// the worst of them: it ranks behind them already and stays there.
func (f *fusion) addTokens(ctx context.Context) error {
	const v = models.LateInteraction
	compared, expected, mine := f.table.scores[v], f.expected(v), &Statistics{Stage: StageTokens}
	mine.Sums[v].add(compared, expected.mean)
	for _, x := range compared {
		if x == x && !(mine.Tokens && mine.Least <= x) {
			mine.Least, mine.Tokens = x, true
		}
	}
	all, err := f.meet(ctx, mine)
	if err != nil {
		return err
	}
	f.scales[v] = all.Sums[v].standard(expected)
	if all.Tokens {
		f.unread = all.Least
	}
	f.add(f.probe.spaces)
	return nil
}

func (f *fusion) add(spaces models.Set) {
	list := spaces.Spaces()
	for i := range f.scores {
		f.scores[i] = f.score(int32(i), list, f.windows)
	}
}

// score is the score of the row at a position, with or without its window.
func (f *fusion) score(position int32, spaces []models.Space, w *windows) float32 {
	sum, total, found := 0.0, 0.0, false
	for _, v := range spaces {
		x := f.table.scores[v][position]
		if v == contextSpace && w != nil && w.terms[position] == w.terms[position] {
			x = w.terms[position]
		}
		found = found || x > floor
		if v == models.LateInteraction && x != x && !f.bare[position] && f.state.present(f.rows[position]).Has(v) {
			x = f.unread
		}
		if x == x {
			total += f.weights[v]
			sum += float64(f.weights[v] * f.standard(v, x)) // rounded before it is added, on every processor
		}
	}
	if !found {
		return nan
	}
	if f.selects {
		return float32(sum/total) + f.nearBonus(position)
	}
	return float32(sum/total) + f.nearBonus(position) + f.wordGain(position, w) - f.filedLoss(position)
}

// standard returns the standard score of a similarity in a space, drawn in where that applies; NaN stays NaN.
func (f *fusion) standard(v models.Space, x float32) float64 {
	z := f.scales[v].z(x)
	if f.selects || f.probe.linear {
		return z
	}
	return drawIn(z)
}

// contextGain is what the preceding memories add to the score of the row at a position.
func (f *fusion) contextGain(position int32) float64 {
	if f.windows == nil || f.windows.terms[position] != f.windows.terms[position] {
		return 0
	}
	spaces := f.probe.spaces.Spaces()
	with, without := f.score(position, spaces, f.windows), f.score(position, spaces, nil)
	if without != without { // its only value is its window
		return float64(with)
	}
	return float64(with - without)
}

// best returns the positions of the n rows of highest score, best first, ties by id.
func (f *fusion) best(n int) []int32 {
	positions := TopK(f.scores, n, f.id)
	slices.SortFunc(positions, func(a, b int32) int {
		if c := cmp.Compare(f.scores[b], f.scores[a]); c != 0 {
			return c
		}
		return compareIDs(f.id(a), f.id(b))
	})
	return positions
}

// id returns the id of the row at a position.
func (t *table) id(position int32) store.ID { return t.state.id(t.rows[position]) }

// decided lists the spaces that contribute at least half of the row's positive score, greatest share first, at most three.
func (f *fusion) decided(position int32) []models.Space {
	var share [models.Count]float64
	var order []models.Space
	sum := 0.0
	for _, v := range f.probe.spaces.Spaces() {
		x := f.similarity(v, position)
		if math.IsNaN(x) {
			continue
		}
		if share[v] = f.weights[v] * f.standard(v, float32(x)); share[v] > 0 {
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
