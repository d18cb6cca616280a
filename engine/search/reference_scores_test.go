package search

import (
	"asterism/engine/temporal"
	"math"
	"math/bits"

	"asterism/kernels"
	"asterism/models"
)

// The values that the reference computes, one row at a time.

// exact is the value that Compare returns.
func (l *referenceSearcher) exact(a *Query, row int32, v models.Space) float32 {
	c, r := l.chunks[row/chunkRows], int(row%chunkRows)
	if !c.Present[r].Has(v) {
		return nan
	}
	switch v.Info().Kind {
	case models.Terms:
		return c.Terms[v].similarity(a, v, r)
	case models.Pair:
		return a.paired(c.exactDense(a, causeColumn, r), c.exactDense(a, effectColumn, r))
	case models.Binary:
		return 1 - 2*float32(distance(a.Bits, c.Bits[r*bitWords:][:bitWords]))/float32(v.Info().Width)
	}
	switch v {
	case models.TemporalRecent:
		return temporal.Recency(a.Ref, c.Times[r])
	case models.TemporalPeriodic:
		return temporal.PhasesOf(a.Ref).Periodicity(c.Times[r])
	case models.TemporalPositional:
		return temporal.Order(a.Ref, c.Times[r])
	}
	return c.exactDense(a, denseOf[v], r)
}

// estimate is the value that TopK selects by.
func (l *referenceSearcher) estimate(a *Query, row int32, v models.Space) float32 {
	c, r := l.chunks[row/chunkRows], int(row%chunkRows)
	if !c.Present[r].Has(v) {
		return nan
	}
	entry, ahead := ageEntry(a.Ref, c.Times[r])
	switch v {
	case models.TemporalRecent:
		if ahead {
			entry = 0
		}
		return ages().recent[entry]
	case models.TemporalPositional:
		return ages().positional[entry]
	case models.TemporalPeriodic:
		return a.Turns.estimatePeriodic(&c.Turns[r], dirichletTable())
	case models.Causal:
		return a.paired(c.roughDense(a, causeColumn, r), c.roughDense(a, effectColumn, r))
	case models.HDC:
		return 1 - 2*float32(dotCode(a.BitCode, c.BitCode, r))/(64*hdcCodeWords)
	}
	if v.Info().Kind == models.Terms {
		return l.exact(a, row, v)
	}
	return c.roughDense(a, denseOf[v], r)
}

func (p *TermPostings) similarity(a *Query, v models.Space, r int) (sum float32) {
	for _, t := range a.Terms[v] {
		sum += float32(t.Weight * p.weightOf(t.ID, r))
	}
	if a.Likeness && p.Norms[r] > 0 {
		sum /= p.Norms[r]
	}
	return sum
}

func (c *FullChunk) exactDense(a *Query, column, r int) float32 {
	var out [1]float32
	must(kernels.DotI8(a.Dense[column], c.Dense[column].Rows, c.Dense[column].Scales, []int32{int32(r)}, out[:]))
	return out[0]
}

func (c *FullChunk) roughDense(a *Query, column, r int) float32 {
	factor := math.Float32frombits(uint32(c.Dense[column].Factors[r]) << 16)
	return float32(dotCode(a.Codes[column], c.Dense[column].Codes, r)) * factor * a.Codes[column].Unit()
}

// dotCode is the sum of the signs of a row's code.
func dotCode(q kernels.BitQuery, codes []byte, r int) int32 {
	block := kernels.CodesLen(kernels.CodeRows, len(codes)/chunkRows)
	var sums [kernels.CodeRows]int32
	must(kernels.DotBits(q, codes[r/kernels.CodeRows*block:][:block], nil, sums[:]))
	return sums[r%kernels.CodeRows]
}

// paired is E5 from its two products.
func (a *Query) paired(cause, effect float32) float32 {
	switch {
	case a.Likeness:
		return (cause + effect) / 2
	case a.Effects == 0:
		return a.Causes * cause
	case a.Causes == 0:
		return a.Effects * effect
	}
	return max(cause, effect)
}

func distance(a, b []uint64) (d int) {
	for i := range a {
		d += bits.OnesCount64(a[i] ^ b[i])
	}
	return d
}

func (l *referenceSearcher) estimatedScore(a *Query, r *Scoring, row int32) float32 {
	near := false
	score, _ := r.score(a, func(v models.Space) float32 {
		x := l.estimate(a, row, v)
		near = near || r.Deciding.Has(v) && x+estimateMargin >= float32(r.Least)
		return x
	})
	if r.Least > 0 && !near {
		return nan
	}
	return score
}

func (l *referenceSearcher) exactScore(a *Query, r *Scoring, row int32) float32 {
	near := false
	score, found := r.score(a, func(v models.Space) float32 {
		x := l.exact(a, row, v)
		near = near || r.Deciding.Has(v) && float64(x) >= r.Least
		return x
	})
	if r.Least > 0 && !near || !found {
		return nan
	}
	return score
}

// score is the weighted mean of the similarities, on the scales; found reports that one is above the floor. NaN: there is none at all.
func (r *Scoring) score(a *Query, similarity func(models.Space) float32) (score float32, found bool) {
	sum, total := 0.0, 0.0
	for _, v := range a.Spaces.Without(models.SetOf(models.LateInteraction)).Spaces() {
		if x := similarity(v); x == x {
			found = found || x > floor
			total += r.Weights[v]
			sum += r.Weights[v] * (float64(x) - r.Means[v]) / r.Deviations[v]
		}
	}
	return float32(sum / total), found
}

// must is for a test's own calls of kernels, whose shapes are right.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
