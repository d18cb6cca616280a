package check

import (
	"encoding/binary"
	"math"
	"math/bits"
	"sync"

	"asterism/kernels/cuda"
	"asterism/models"
)

// scanTables are the tables that a scan looks up, computed once.
var scanTables = sync.OnceValue(cuda.ScanTables)

// ReferenceScan returns the estimate that a scan for a question should have for row r of a chunk, if it is allowed: head is the seat's, sparse the row's similarities
// in E6 and E13. It rounds as engine/search does row by row, and so do the kernels: the bits are the same.
func ReferenceScan(q *cuda.ScanQuestion) func(head []byte, r int, sparse [2]float32) float32 {
	var planes [cuda.SeatColumns + 1][][]uint32
	for column := range planes {
		planes[column] = q.Code(column).Planes()
	}
	return func(head []byte, r int, sparse [2]float32) float32 { return scanRow{q, &planes, head, r}.score(sparse) }
}

// scanRow is a row of a seat's head, under a question.
type scanRow struct {
	q      *cuda.ScanQuestion
	planes *[cuda.SeatColumns + 1][][]uint32
	head   []byte
	r      int
}

func (s scanRow) score(sparse [2]float32) float32 {
	q := s.q
	sum, weight, close := float32(0), float32(0), q.Least <= 0
	for v := range models.Space(models.Count) {
		x, ok := s.similarity(v, sparse)
		if q.Taken()>>v&1 == 0 || !ok || x != x {
			continue
		}
		factor, offset := float32(q.Weights[v]/q.Deviations[v]), float32(q.Weights[v]*q.Means[v]/q.Deviations[v])
		sum += float32(float32(factor*x) - offset)
		weight += float32(q.Weights[v])
		close = close || q.Deciding>>v&1 != 0 && x+cuda.ScanCloseness >= float32(q.Least)
	}
	if !close || !(weight > 0) {
		return float32(math.NaN())
	}
	return sum / weight
}

// similarity is that of the row in a space, and whether it has a value there.
func (s scanRow) similarity(v models.Space, sparse [2]float32) (x float32, ok bool) {
	switch v {
	case models.Sparse:
		return sparse[0], true
	case models.Splade:
		return sparse[1], true
	}
	if s.half(cuda.SeatPresentAt, 0)>>v&1 == 0 || !s.q.Has(v) {
		return 0, false
	}
	switch v {
	case models.TemporalRecent, models.TemporalPositional:
		return s.byAge(v), true
	case models.TemporalPeriodic:
		return s.byTurns(), true
	case models.Causal:
		return s.pair(), true
	case models.HDC:
		return 1 - 2*float32(s.differing(cuda.SeatColumns, 0))/256, true
	}
	for column, space := range cuda.SpaceOfColumn {
		if space == v {
			return s.dense(column), true
		}
	}
	return 0, false
}

func (s scanRow) half(part, index int) uint16 {
	return binary.LittleEndian.Uint16(s.head[part+2*(index*cuda.SeatRows+s.r):])
}

// firstGroup is where the groups of a column's codes begin.
func firstGroup(column int) (first int) {
	for _, n := range cuda.SeatCodeGroupsOf[:column] {
		first += n
	}
	return first
}

// differing is how many bits of the row's code differ from a plane of the question's.
func (s scanRow) differing(column, plane int) (n int) {
	for i, w := range s.planes[column][plane] {
		n += bits.OnesCount32(w ^ binary.LittleEndian.Uint32(s.head[cuda.SeatCodesAt+((firstGroup(column)+i/4)*cuda.SeatRows+s.r)*16+i%4*4:]))
	}
	return n
}

// dense is Σ w·s, times the steps of both.
func (s scanRow) dense(column int) float32 {
	dot := 15 * 128 * cuda.SeatCodeGroupsOf[column]
	for p := range s.planes[column] {
		dot -= 2 << p * s.differing(column, p)
	}
	return float32(s.q.Codes[column].Unit()*float32(dot)) * cuda.BF16(s.half(cuda.SeatFactorsAt, column)).Float()
}

func (s scanRow) pair() float32 {
	switch q := s.q; {
	case q.Effects == 0:
		return q.Causes * s.dense(1)
	case q.Causes == 0:
		return q.Effects * s.dense(2)
	case q.Likeness:
		return (s.dense(1) + s.dense(2)) / 2
	}
	return max(s.dense(1), s.dense(2))
}

func (s scanRow) byAge(v models.Space) float32 {
	t := int64(binary.LittleEndian.Uint64(s.head[cuda.SeatTimesAt+8*s.r:]))
	age := float32((float64(s.q.Ref) - float64(t)) / 1e9)
	ahead := age < 0
	entry := min(int(math.Float32bits(1+max(age, -age))>>cuda.ScanAgeShift)-cuda.ScanFirstAge, cuda.ScanAges-1)
	at := 8*entry + 4
	if v == models.TemporalRecent {
		if at = 8 * entry; ahead {
			at = 0
		}
	}
	return math.Float32frombits(binary.LittleEndian.Uint32(scanTables()[at:]))
}

func (s scanRow) byTurns() float32 {
	sum := float32(0)
	for i, turn := range s.q.Turns {
		entry := int(turn-s.half(cuda.SeatTurnsAt, i)) >> 4
		sum += math.Float32frombits(binary.LittleEndian.Uint32(scanTables()[8*cuda.ScanAges+4*min(entry, cuda.ScanTurns-1-entry):]))
	}
	return sum / float32(len(s.q.Turns))
}
