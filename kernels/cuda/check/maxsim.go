package check

import (
	"math"

	"asterism/kernels"
	"asterism/kernels/cuda"
)

// maxSimChecks have shapes of rows × vectors of the question × most tokens of a row.
func maxSimChecks() []Check {
	return []Check{{Name: "maxsim", Run: checkMaxSim, Shapes: []Shape{
		{Rows: 1, Columns: 1, Depth: 1, Small: true}, {Rows: 5, Columns: 31, Depth: 33, Small: true}, {Rows: 3, Columns: 33, Depth: 130, Small: true},
		{Rows: 256, Columns: 32, Depth: 60}, {Rows: 256, Columns: 512, Depth: 512}, {Rows: 256, Columns: 32, Depth: 512}},
		Work: func(s Shape) Work { // a row has half as many tokens as the longest
			tokens := float64(s.Rows*s.Depth) / 2
			return Work{Bytes: tokens * 68, ByteOps: 2 * 2 * kernels.TokenWidth * tokens * float64(s.Columns)}
		}}}
}

// checkMaxSim has rows without tokens, with the most tokens, a missing row, and a chunk whose tokens are not on the GPU.
func checkMaxSim(b *Bench, s Shape) (worst, limit float64, err error) {
	const chunks = 3
	drawn := 0
	l := b.drawLook(chunks, chunks, func() *drawnChunk {
		c := b.drawChunk(0)
		if drawn++; drawn != 2 {
			c.drawTokens(b, s.Depth)
		}
		return c
	})
	rows := b.DrawInts(s.Rows, chunks*cuda.SeatRows)
	for i, row := range []int32{1, 2*cuda.SeatRows + 3, -1, cuda.SeatRows, 3*cuda.SeatRows - 1} {
		if i < s.Rows {
			rows[i] = row
		}
	}
	question := b.DrawFloats(s.Columns*kernels.TokenWidth, 0.1, 0)
	clear(question[(s.Columns-1)*kernels.TokenWidth:]) // the last vector is zero
	question[0], question[1] = 1, -1                   // the greatest that there are
	query, err := cuda.MaxSimQuery(question)
	if err != nil {
		return 1, exact, err
	}
	out := b.Poison(4 * s.Rows)
	b.Launch(cuda.MaxSim(l.Look, b.Bytes(query), s.Columns, b.Ints(rows), s.Rows, out))
	for i, got := range b.ReadFloats(out) {
		if !same(float32(got), l.referenceMaxSim(question, int(rows[i]))) {
			worst++
		}
	}
	return worst, exact, nil
}

// referenceMaxSim is what [cuda.MaxSim] should compute for a row, by the processor's kernel; NaN if there is no value.
func (l *drawnLook) referenceMaxSim(question []float32, row int) float32 {
	var out [1]float32
	if row < 0 {
		return float32(math.NaN())
	}
	c, r := l.row(row)
	if c.tokens == nil || c.tokens.starts[r] == c.tokens.starts[r+1] {
		return float32(math.NaN())
	}
	from, to := c.tokens.starts[r], c.tokens.starts[r+1]
	if kernels.MaxSim(question, c.tokens.values[64*from:64*to], c.tokens.scales[from:to], []int32{0, int32(to - from)}, out[:]) != nil {
		return float32(math.NaN())
	}
	return out[0]
}
