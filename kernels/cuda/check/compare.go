package check

import (
	"math"

	"asterism/kernels"
	"asterism/kernels/cuda"
	"asterism/models"
)

// compareRowBytes is what one row's exact comparison must read and write at least.
const compareRowBytes = cuda.SeatValues + 4*cuda.SeatColumns + 8*cuda.SeatBitWords + 8 + 2 + 2*4 + 4*models.Count + 4

// compareChecks have shapes of rows × chunks of the look; the depth is 1 where all rows are compared, 0 where rows are picked.
func compareChecks() []Check {
	work := func(s Shape) Work { return Work{Bytes: float64(s.Rows) * compareRowBytes} }
	return []Check{
		{Name: "compare_rows", Run: checkCompareRows, Work: work, Shapes: []Shape{
			{Rows: 1, Columns: 1, Small: true}, {Rows: 31, Columns: 2, Small: true}, {Rows: 33, Columns: 3, Small: true}, {Rows: cuda.SeatRows, Columns: 1, Depth: 1, Small: true},
			{Rows: 512, Columns: 64}, {Rows: 8192, Columns: 256}, {Rows: 256 * cuda.SeatRows, Columns: 256, Depth: 1}}},
		{Name: "compare_selected", Run: checkCompareSelected, Work: work, Shapes: []Shape{
			{Rows: 1, Columns: 1, Small: true}, {Rows: 33, Columns: 2, Small: true}, {Rows: 8192, Columns: 256}}},
	}
}

// compared is what a check of exact comparison compares.
type compared struct {
	*Bench
	*drawnLook
	tables cuda.Pointer
	ref    int64
	sparse [2][]float32
	scores [2]cuda.Pointer // sparse, on the GPU
}

// drawCompared draws a look whose second chunk lacks some parts.
func (b *Bench) drawCompared(chunks int) *compared {
	c := &compared{Bench: b, tables: b.Bytes(cuda.CompareTables()), ref: b.Rand.Int64N(2e18)}
	drawn := 0
	c.drawnLook = b.drawLook(chunks, 4, func() *drawnChunk {
		k := b.drawChunk(c.ref)
		k.drawValues(b)
		if drawn++; drawn == 2 {
			k.values[2], k.values[4], k.bits = nil, nil, nil
		}
		return k
	})
	for i := range c.sparse {
		c.sparse[i] = make([]float32, chunks*cuda.SeatRows)
		for r := range c.sparse[i] {
			if c.sparse[i][r] = b.Rand.Float32(); b.Rand.IntN(3) == 0 {
				c.sparse[i][r] = float32(math.NaN())
			}
		}
		c.scores[i] = b.Floats(c.sparse[i])
	}
	return c
}

// kinds of questions that drawQuestion draws; the last has everything in it, as a benchmark wants it.
const compareKinds = 6

// drawQuestion draws a question of a kind: of causes, of effects, of likeness; in few spaces; with a floor; in all spaces.
func (c *compared) drawQuestion(kind int) *cuda.CompareQuestion {
	q := &cuda.CompareQuestion{Spaces: (1<<models.Count - 1) &^ (1 << models.LateInteraction), Ref: c.ref, Causes: 1, Effects: 1, Sparse: c.scores}
	switch kind {
	case 0:
		q.Causes, q.Effects = 0.8, 0
	case 1:
		q.Causes, q.Effects = 0, 1.2
	case 2:
		q.Likeness, q.Sparse[1] = true, 0
	case 3:
		q.Spaces &= uint16(c.Rand.Uint32())
	case 4:
		q.Least, q.Deciding = 0.2, 1<<models.Semantic|1<<models.TemporalRecent|1<<models.HDC
	}
	for i, width := range cuda.SeatWidths {
		v := c.DrawFloats(width, 1, 0)
		if kind == 4 {
			for j := range v {
				v[j] = -1 // the least, which meets the least in each chunk's first row: no sum is greater
			}
		}
		if q.Needs(i) {
			q.Dense[i], _ = kernels.NewQuery16(v) // the numbers are finite
		}
	}
	q.Bits = make([]uint64, cuda.SeatBitWords)
	for i := range q.Bits {
		q.Bits[i] = c.Rand.Uint64()
	}
	q.Bits[cuda.SeatBitWords-1] &= 1<<(cuda.SeatBits%64) - 1
	for v := range q.Weights {
		q.Weights[v], q.Means[v], q.Deviations[v] = c.Rand.Float64(), 0.1*c.Rand.NormFloat64(), 0.02+0.2*c.Rand.Float64()
	}
	return q
}

// wrong counts the wrong rows of a table and of scores; number returns the row at a place, −1 for none.
func (c *compared) wrong(q *cuda.CompareQuestion, table, fused cuda.Pointer, n int, number func(place int) int) (wrong float64) {
	similarities, scores := c.ReadFloats(table), c.ReadFloats(fused)
	if len(similarities) != n*models.Count || len(scores) != n {
		return 1 // the bench says why
	}
	for _, i := range c.Sample(n, 2048) {
		var got [models.Count]float32
		right := true
		for v := range got {
			got[v] = float32(similarities[v*n+i])
			want := float32(math.NaN())
			if row := number(i); row >= 0 {
				k, r := c.row(row)
				want = referenceSimilarity(q, k, r, models.Space(v), [2]float32{c.oneSparse(q, 0, row), c.oneSparse(q, 1, row)})
			}
			right = right && (same(got[v], want) || models.Space(v) == models.TemporalRecent && beside(got[v], want))
		}
		if !right || !same(float32(scores[i]), referenceScore(q, &got)) {
			wrong++
		}
	}
	return wrong
}

// oneSparse is a row's similarity in a sparse space; NaN where the question has none.
func (c *compared) oneSparse(q *cuda.CompareQuestion, space, row int) float32 {
	if q.Sparse[space] == 0 {
		return float32(math.NaN())
	}
	return c.sparse[space][row]
}

// same reports whether two numbers are equal or both NaN.
func same(a, b float32) bool { return a == b || a != a && b != b }

// beside reports whether no float32 is between two numbers.
func beside(a, b float32) bool { return math.Nextafter32(a, b) == b }

func checkCompareRows(b *Bench, s Shape) (worst, limit float64, err error) {
	c := b.drawCompared(s.Columns)
	rows, list := cuda.Pointer(0), []int32(nil)
	if s.Depth == 0 {
		if list = b.DrawInts(s.Rows, s.Columns*cuda.SeatRows); s.Rows > 1 {
			list[s.Rows/2], list[s.Rows-1], list[0] = -1, int32(s.Columns*cuda.SeatRows-1), 0
			list[3], list[4] = cuda.SeatRows-1, cuda.SeatRows
		}
		rows = b.Ints(list)
	}
	for kind := range compareKinds {
		if s.Depth == 1 && kind < compareKinds-2 { // which rows are compared does not depend on the others' differences
			continue
		}
		q, table, fused := c.drawQuestion(kind), b.Poison(4*models.Count*s.Rows), b.Poison(4*s.Rows)
		record, err := q.AppendTo(nil)
		if err != nil {
			return 1, exact, err
		}
		b.Launch(cuda.Compare(c.Look, c.tables, b.Bytes(record), rows, s.Rows, table, fused))
		worst += c.wrong(q, table, fused, s.Rows, func(place int) int {
			if list != nil {
				return int(list[place])
			}
			if !c.has(place) {
				return -1
			}
			return place
		})
	}
	return worst, exact, nil
}

// checkCompareSelected has selections of rows and of places in a list, with fewer than fit, with more ties than fit, and none.
func checkCompareSelected(b *Bench, s Shape) (worst, limit float64, err error) {
	c, most := b.drawCompared(s.Columns), s.Rows
	among := b.DrawInts(4*most, s.Columns*cuda.SeatRows)
	for i := range among {
		if i%7 == 3 {
			among[i] = -1
		}
	}
	for kind, counts := range [][3]int{{0, 0, 0}, {most / 3, most / 4, most / 4}, {most / 2, 5 * most, most}, {0, most, most}, {most - 1, 1, 1}} {
		limit := s.Columns * cuda.SeatRows
		if kind%2 == 0 {
			limit = len(among)
		}
		chosen := b.DrawInts(2*most, limit) // greater, then ties; that they do not ascend is nothing to this kernel
		selected, from := b.Ints(selection(counts, chosen)), cuda.Pointer(0)
		if kind%2 == 0 {
			from = b.Ints(append([]int32{0}, among...)) + 4 // the number before the list is a row too
		}
		q, rows := c.drawQuestion(kind+1), b.Poison(4*most)
		table, fused := b.Poison(4*models.Count*most), b.Poison(4*most)
		record, err := q.AppendTo(nil)
		if err != nil {
			return 1, exact, err
		}
		b.Launch(cuda.CompareSelected(c.Look, c.tables, b.Bytes(record), selected, from, most, rows, table, fused))
		want := make([]int32, most)
		for i := range want {
			if want[i] = -1; i < counts[0] {
				want[i] = chosen[i]
			} else if i-counts[0] < counts[2] {
				want[i] = chosen[most+i-counts[0]]
			}
			if from != 0 && want[i] >= 0 {
				want[i] = among[want[i]]
			}
		}
		for i, row := range b.ReadInts(rows) {
			if row != want[i] {
				worst++
			}
		}
		worst += c.wrong(q, table, fused, most, func(place int) int { return int(want[place]) })
	}
	return worst, exact, nil
}

// selection is a selection in the format of select.cu.
func selection(counts [3]int, chosen []int32) []int32 {
	return append([]int32{int32(counts[0]), int32(counts[1]), int32(counts[2]), 0}, chosen...)
}
