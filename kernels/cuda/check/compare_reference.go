package check

import (
	"math"

	"asterism/engine/temporal"
	"asterism/kernels"
	"asterism/kernels/cuda"
	"asterism/models"
)

// referenceSimilarity is what [cuda.Compare] should compute for row r of a chunk in a space, by the kernels of the processor; NaN if there is no value. sparse are the
// row's in E6 and E13.
func referenceSimilarity(q *cuda.CompareQuestion, c *drawnChunk, r int, v models.Space, sparse [2]float32) float32 {
	nan := float32(math.NaN())
	if !q.Has(v) || c.present[r]>>v&1 == 0 {
		return nan
	}
	switch v {
	case models.TemporalRecent:
		return temporal.Recency(q.Ref, c.times[r])
	case models.TemporalPeriodic:
		return temporal.PhasesOf(q.Ref).Periodicity(c.times[r])
	case models.TemporalPositional:
		return temporal.Order(q.Ref, c.times[r])
	case models.Sparse:
		return sparse[0]
	case models.Splade:
		return sparse[1]
	case models.HDC:
		return referenceBits(q, c, r)
	case models.Causal:
		return referencePair(q, c, r)
	}
	for column, space := range cuda.SpaceOfColumn {
		if space == v {
			return referenceDot(q, c, r, column)
		}
	}
	return nan
}

func referenceDot(q *cuda.CompareQuestion, c *drawnChunk, r, column int) float32 {
	var out [1]float32
	if width := cuda.SeatWidths[column]; c.values[column] == nil ||
		kernels.DotI8(q.Dense[column], c.values[column][r*width:][:width], c.scales[column][r:][:1], nil, out[:]) != nil {
		return float32(math.NaN())
	}
	return out[0]
}

func referenceBits(q *cuda.CompareQuestion, c *drawnChunk, r int) float32 {
	var out [1]int32
	if c.bits == nil || kernels.Hamming(q.Bits, c.bits[r*cuda.SeatBitWords:][:cuda.SeatBitWords], nil, out[:]) != nil {
		return float32(math.NaN())
	}
	return 1 - 2*float32(out[0])/float32(cuda.SeatBits)
}

// referencePair is engine/search's probe.pair.
func referencePair(q *cuda.CompareQuestion, c *drawnChunk, r int) float32 {
	switch {
	case q.Likeness:
		return (referenceDot(q, c, r, 1) + referenceDot(q, c, r, 2)) / 2
	case q.Effects == 0:
		return referenceDot(q, c, r, 1) * q.Causes
	case q.Causes == 0:
		return q.Effects * referenceDot(q, c, r, 2)
	}
	cause, effect := referenceDot(q, c, r, 1), referenceDot(q, c, r, 2)
	if cause != cause || effect != effect {
		return float32(math.NaN())
	}
	return max(cause, effect)
}

// referenceScore is the score of a row's similarities, as engine/search's fusion adds it up.
func referenceScore(q *cuda.CompareQuestion, similarities *[models.Count]float32) float32 {
	sum, total, found, near := 0.0, 0.0, false, !(q.Least > 0)
	for v, x := range similarities {
		if x != x {
			continue
		}
		found = found || x > 0
		near = near || q.Deciding>>v&1 != 0 && float64(x) >= q.Least
		total += q.Weights[v]
		sum += float64(q.Weights[v] * ((float64(x) - q.Means[v]) / q.Deviations[v]))
	}
	if !found || !near {
		return float32(math.NaN())
	}
	return float32(sum / total)
}
