package check

import (
	"encoding/binary"
	"math"

	"asterism/kernels/cuda"
)

// temporalLimit is for numbers that are rounded a few times in float32, and for the GPU's power of two, good to 2⁻²².
const temporalLimit = 1e-6

func temporalChecks() []Check {
	s := shapes(cuda.TemporalWidth, 0, 4096, 16384)
	for i := range s {
		s[i].Small = s[i].Rows <= 33
	}
	work := func(s Shape) Work { return Work{Bytes: 4 * float64(s.Rows) * float64(s.Columns)} }
	return []Check{
		{Name: "temporal_recent", Shapes: s, Run: checkTemporalRecent, Work: work},
		{Name: "temporal_periodic", Shapes: s, Run: checkTemporalPeriodic, Work: work},
		{Name: "temporal_positional", Shapes: s, Run: checkTemporalPositional, Work: work},
	}
}

// temporalError compares rows of out with the reference's.
func (b *Bench) temporalError(out cuda.Pointer, rows int, want func(row int) []float64) (worst, limit float64, err error) {
	return rowsError(b.ReadFloats(out), cuda.TemporalWidth, b.Sample(rows, 512), b.Sample(cuda.TemporalWidth, cuda.TemporalWidth), want), temporalLimit, nil
}

// checkTemporalRecent has ages of every size from a nanosecond to a year, both and 0 among them.
func checkTemporalRecent(b *Bench, s Shape) (worst, limit float64, err error) {
	ages := make([]float64, s.Rows)
	for i := range ages {
		ages[i] = min(math.Pow(10, -9+17*b.Rand.Float64()), 31_536_000)
	}
	ages[0], ages[s.Rows-1] = 0, 31_536_000
	out := b.Poison(4 * cuda.TemporalWidth * s.Rows)
	b.Launch(cuda.TemporalRecent(out, b.Doubles(ages), s.Rows), nil)
	return b.temporalError(out, s.Rows, func(row int) []float64 { return referenceRecent(ages[row]) })
}

// drawTimes are times of this century, before 1970 and at the ends of what an int64 holds, in nanoseconds.
func (b *Bench) drawTimes(n int) []int64 {
	out := make([]int64, n)
	for i := range out {
		out[i] = []int64{b.Rand.Int64N(4e18), b.Rand.Int64N(4e18), -b.Rand.Int64N(4e18), math.MaxInt64, math.MinInt64, int64(b.Rand.IntN(3)) - 1}[b.Rand.IntN(6)]
	}
	return out
}

func checkTemporalPeriodic(b *Bench, s Shape) (worst, limit float64, err error) {
	times, out := b.drawTimes(s.Rows), b.Poison(4*cuda.TemporalWidth*s.Rows)
	data := make([]byte, 0, 8*s.Rows)
	for _, t := range times {
		data = binary.LittleEndian.AppendUint64(data, uint64(t))
	}
	b.Launch(cuda.TemporalPeriodic(out, b.Bytes(data), s.Rows), nil)
	return b.temporalError(out, s.Rows, func(row int) []float64 { return referencePeriodic(times[row]) })
}

func checkTemporalPositional(b *Bench, s Shape) (worst, limit float64, err error) {
	seconds, out := make([]float64, s.Rows), b.Poison(4*cuda.TemporalWidth*s.Rows)
	for i, t := range b.drawTimes(s.Rows) {
		seconds[i] = float64(t) / 1e9
	}
	b.Launch(cuda.TemporalPositional(out, b.Doubles(seconds), b.Doubles(cuda.TemporalFrequencies()), s.Rows), nil)
	return b.temporalError(out, s.Rows, func(row int) []float64 { return referencePositional(seconds[row]) })
}

// Doubles adds a buffer of float64.
func (b *Bench) Doubles(v []float64) cuda.Pointer {
	data := make([]byte, 8*len(v))
	for i, x := range v {
		binary.LittleEndian.PutUint64(data[8*i:], math.Float64bits(x))
	}
	return b.Bytes(data)
}
