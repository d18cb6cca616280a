package check

import (
	"encoding/binary"
	"math"

	"asterism/kernels"
	"asterism/kernels/cuda"
	"asterism/models"
)

// scanChecks have shapes of rows, in whole chunks, × questions.
func scanChecks() []Check {
	s := []Shape{{Rows: cuda.SeatRows, Columns: 1, Small: true}, {Rows: cuda.SeatRows, Columns: cuda.MostScanQuestions, Small: true}, {Rows: 3 * cuda.SeatRows, Columns: 3, Small: true},
		{Rows: 1 << 18, Columns: cuda.MostScanQuestions}, {Rows: 1 << 20, Columns: 1}}
	return []Check{{Name: "scan_codes", Shapes: s, Run: checkScan, Work: func(s Shape) Work {
		chunk := cuda.SeatHeadBytes + s.Columns*cuda.SeatRows*(4+2*4) + cuda.SeatRows/8 // the heads once; estimates and both sparse spaces by question
		return Work{Bytes: float64(s.Rows / cuda.SeatRows * chunk)}
	}}}
}

// scanned is what a check scans.
type scanned struct {
	*Bench
	look    cuda.Look
	heads   [][]byte // by place in the look
	ref     int64
	typical bool // rows and questions for timing: nothing usual is missing
}

// checkScan requires the reference's bits. The first question uses every space; the others' spaces, forms of E5 and floors are random. Rows lack spaces, have times
// of every kind, and some are not allowed: none of half a chunk, of a word, of a warp.
func checkScan(b *Bench, s Shape) (worst, limit float64, err error) {
	c := &scanned{Bench: b, ref: 1_700_000_000_000_000_000 + b.Rand.Int64N(1e18), typical: !s.Small}
	c.drawLook(s.Rows / cuda.SeatRows)
	questions, records := make([]*cuda.ScanQuestion, s.Columns), []byte(nil)
	allowed, sparse := make([][]uint32, s.Columns), make([][2][]float32, s.Columns)
	for i := range questions {
		q := c.drawQuestion(i)
		allowed[i] = c.drawAllowed(s.Rows)
		q.Allowed, q.Out = b.words(allowed[i]), b.Poison(4*s.Rows)
		for k := range sparse[i] {
			if sparse[i][k] = c.drawSparse(s.Rows); i%3 != 2 || k == 0 {
				q.Sparse[k] = b.Floats(sparse[i][k])
			}
		}
		if records, err = q.AppendTo(records); err != nil {
			return 1, exact, err
		}
		questions[i] = q
	}
	b.Launch(cuda.ScanCodes(c.look, b.Bytes(cuda.ScanTables()), b.Bytes(records), s.Columns))
	for i, q := range questions {
		got, reference := b.ReadFloats(q.Out), ReferenceScan(q)
		if len(got) != s.Rows {
			return 1, exact, nil // the bench says why
		}
		for _, row := range b.Sample(s.Rows, 1<<14) {
			want := math.NaN()
			if allowed[i][row/32]>>(row%32)&1 != 0 {
				want = float64(reference(c.heads[row/cuda.SeatRows], row%cuda.SeatRows, [2]float32{sparse[i][0][row], sparse[i][1][row]}))
			}
			if got[row] != want && !(got[row] != got[row] && want != want) {
				worst++
			}
		}
	}
	return worst, exact, nil
}

// words adds a buffer of u32.
func (b *Bench) words(v []uint32) cuda.Pointer {
	data := make([]byte, 0, 4*len(v))
	for _, w := range v {
		data = binary.LittleEndian.AppendUint32(data, w)
	}
	return b.Bytes(data)
}

// drawLook puts heads on the GPU, in seats that are not in the look's order, among some that are not in it.
func (c *scanned) drawLook(chunks int) {
	all, list := make([]byte, 0, chunks*cuda.SeatHeadBytes), make([]int32, chunks)
	for range chunks {
		all = append(all, c.drawHead()...)
	}
	from := c.Bytes(all)
	table := make([]byte, 0, 2*chunks*cuda.SeatBytes)
	order := c.Rand.Perm(2 * chunks)
	seats := make([]cuda.Seat, 2*chunks)
	for i := range list {
		list[i] = int32(order[i])
		seats[order[i]].Head = from + cuda.Pointer(i*cuda.SeatHeadBytes)
		c.heads = append(c.heads, all[i*cuda.SeatHeadBytes:][:cuda.SeatHeadBytes])
	}
	for i := range seats {
		table = seats[i].AppendTo(table)
	}
	c.look = cuda.Look{Table: c.Bytes(table), Seats: c.Ints(list), Chunks: chunks}
}

func (c *scanned) drawHead() []byte {
	head, le := make([]byte, cuda.SeatHeadBytes), binary.LittleEndian
	for at := 0; at < cuda.SeatFactorsAt; at += 8 {
		le.PutUint64(head[at:], c.Rand.Uint64())
	}
	for i := range cuda.SeatColumns * cuda.SeatRows {
		le.PutUint16(head[cuda.SeatFactorsAt+2*i:], uint16(cuda.ToBF16(float32(0.05*c.Rand.ExpFloat64()))))
	}
	for r := range cuda.SeatRows {
		le.PutUint64(head[cuda.SeatTimesAt+8*r:], uint64(c.drawTime(r)))
		present := uint16(1<<models.Count - 1)
		if r%3 == 0 && !c.typical {
			present &= uint16(c.Rand.Uint32())
		}
		le.PutUint16(head[cuda.SeatPresentAt+2*r:], present)
		for i := range 5 {
			le.PutUint16(head[cuda.SeatTurnsAt+2*(i*cuda.SeatRows+r):], uint16(c.Rand.Uint32()))
		}
	}
	return head
}

// drawTime is within minutes or years of the question's time, before or after; that time itself, or the ends of the range.
func (c *scanned) drawTime(r int) int64 {
	ago := int64(math.Pow(10, 18*c.Rand.Float64()))
	switch r % 16 {
	case 0:
		return c.ref + ago
	case 1:
		return []int64{c.ref, math.MinInt64, math.MaxInt64, c.ref + 1}[c.Rand.IntN(4)]
	}
	return c.ref - ago
}

// drawSparse are similarities; every other row has none, most of the others 0.
func (c *scanned) drawSparse(rows int) []float32 {
	out := make([]float32, rows)
	for i := range out {
		switch c.Rand.IntN(8) {
		case 0, 1, 2, 3:
			out[i] = float32(math.NaN())
		case 4:
			out[i] = float32(c.Rand.ExpFloat64())
		}
	}
	return out
}

func (c *scanned) drawAllowed(rows int) []uint32 {
	out := make([]uint32, rows/32)
	for i := range out {
		if out[i] = math.MaxUint32; c.typical {
			continue
		}
		switch c.Rand.IntN(4) {
		case 0:
			out[i] = 0
		case 1:
			out[i] = c.Rand.Uint32()
		case 2:
			out[i] = 1 << c.Rand.IntN(32)
		}
	}
	if half := c.Rand.IntN(rows / cuda.ScanBlockRows); !c.typical && c.Rand.IntN(2) == 0 {
		clear(out[half*cuda.ScanBlockRows/32:][:cuda.ScanBlockRows/32])
	}
	return out
}

func (c *scanned) drawQuestion(i int) *cuda.ScanQuestion {
	q := &cuda.ScanQuestion{Spaces: 1<<models.Count - 1, Ref: c.ref, Causes: 1, Effects: 1}
	if i > 0 {
		q.Spaces &= uint16(c.Rand.Uint32()) | 1<<c.Rand.IntN(models.Count)
		q.Causes, q.Effects = [4]float32{1, 0.8, 0, 1}[i%4], [4]float32{1, 0, 1.2, 1}[i%4]
		q.Likeness = i%4 == 3
	}
	q.Spaces &^= 1 << models.LateInteraction
	if i%2 == 1 {
		q.Least, q.Deciding = 0.2+0.6*c.Rand.Float64(), uint16(c.Rand.Uint32())&(1<<models.Count-1)
	}
	for v := range models.Count {
		q.Weights[v], q.Means[v], q.Deviations[v] = c.Rand.Float64(), 0.1*c.Rand.NormFloat64(), 0.01+0.2*c.Rand.Float64()
	}
	for k := range q.Turns {
		q.Turns[k] = uint16(c.Rand.Uint32())
	}
	for column := range q.Codes {
		// The numbers are finite and the width is one of the seats', so there is no error.
		q.Codes[column], _ = kernels.NewBitQuery(c.DrawFloats(128*cuda.SeatCodeGroupsOf[column], 1, 0))
	}
	q.BitCode, _ = kernels.NewDistanceQuery([]uint64{c.Rand.Uint64(), c.Rand.Uint64(), c.Rand.Uint64(), c.Rand.Uint64()})
	return q
}
