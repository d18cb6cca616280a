package cuda

import (
	"encoding/binary"
	"fmt"
	"math"

	"asterism/engine/temporal"
	"asterism/kernels"
	"asterism/models"
)

// CompareQuestion is what rows are compared with exactly, as engine/search does.
type CompareQuestion struct {
	Spaces          uint16                       // compared: bit v for space v, E12 never. A space that is not compared is NaN and has no part in a score
	Dense           [SeatColumns]kernels.Query16 // of the columns of the spaces compared; the others are not read
	Bits            []uint64                     // E9
	Ref             int64                        // the time of the question, Unix nanoseconds
	Causes, Effects float32                      // E5: factors of the products with a memory's cause, and with its effect; 0: not used
	Likeness        bool                         // E5 is the mean of both products, not the greater
	Sparse          [2]Pointer                   // E6 and E13: float32 [Chunks·1024] of [ScoreTerms]; 0: NaN
	// How similarities become a score: Σ weight·(x − mean)/deviation over Σ weight, over the spaces in which a row has a value.
	Weights, Means, Deviations [models.Count]float64
	Least                      float64 // one of the spaces in Deciding must reach it, or there is no score; 0 or less: no such bound
	Deciding                   uint16
}

// The question as the kernels read it:
//
//	 0  u32 spaces, u32 likeness, float32 causes, float32 effects
//	16  i64 ref, u64 sparse [2], float64 phases [5]: where ref stands in E3's periods, in 1/65536 of a turn
//	80  float64 weights [13], means [13], deviations [13]
//	392 float32 units [7] of the columns, u32 deciding, float64 least
//	432 of each column the upper bytes of its values, signed, [width], and then the lower ones, unsigned, [width]
//	    u64 bits [157], and eight bytes of nothing
const (
	compareValuesAt = 80 + 3*8*models.Count + 4*SeatColumns + 4 + 8
	compareBitsAt   = compareValuesAt + 2*SeatValues
	// CompareQuestionBytes is what [CompareQuestion.AppendTo] writes.
	CompareQuestionBytes = compareBitsAt + 8*(SeatBitWords+1)
	// SeatValues is how many numbers the dense columns of a row have.
	SeatValues = 1024 + 768 + 768 + 1536 + 384 + 768 + 384
)

// AppendTo writes the question in the kernels' format, CompareQuestionBytes; it must be at a multiple of 16. The error names a space whose vector or bits have
// another width than the seats', says that a factor of E5 is missing, or that there is no such space.
func (q *CompareQuestion) AppendTo(to []byte) ([]byte, error) {
	if err := q.check(); err != nil {
		return to, err
	}
	le := binary.LittleEndian
	likeness := uint32(0)
	if q.Likeness {
		likeness = 1
	}
	for _, v := range [...]uint32{uint32(q.Spaces), likeness, math.Float32bits(q.Causes), math.Float32bits(q.Effects)} {
		to = le.AppendUint32(to, v)
	}
	for _, v := range [...]uint64{uint64(q.Ref), uint64(q.Sparse[0]), uint64(q.Sparse[1])} {
		to = le.AppendUint64(to, v)
	}
	for _, v := range temporal.PhasesOf(q.Ref) {
		to = le.AppendUint64(to, math.Float64bits(v))
	}
	for _, list := range [...]*[models.Count]float64{&q.Weights, &q.Means, &q.Deviations} {
		for _, v := range list {
			to = le.AppendUint64(to, math.Float64bits(v))
		}
	}
	for i := range q.Dense {
		to = le.AppendUint32(to, math.Float32bits(q.Dense[i].Unit()))
	}
	to = le.AppendUint32(to, uint32(q.Deciding))
	to = le.AppendUint64(to, math.Float64bits(q.Least))
	for i, width := range SeatWidths {
		to = appendHalves(to, q.Dense[i].Values(), width)
	}
	words := [SeatBitWords + 1]uint64{}
	copy(words[:SeatBitWords], q.Bits)
	for _, v := range words {
		to = le.AppendUint64(to, v)
	}
	return to, nil
}

// appendHalves writes the upper bytes of the values and then the lower ones, zeros where there are no values.
func appendHalves(to []byte, values []int16, width int) []byte {
	begin := len(to)
	to = append(to, make([]byte, 2*width)...)
	for i, v := range values {
		to[begin+i], to[begin+width+i] = byte(v>>8), byte(v)
	}
	return to
}

// SpaceOfColumn is the space of each dense column.
var SpaceOfColumn = [SeatColumns]models.Space{models.Semantic, models.Causal, models.Causal, models.Code, models.Graph, models.Multimodal, models.Entity}

func (q *CompareQuestion) check() error {
	if all := uint16(1)<<models.Count - 1; q.Spaces&^all != 0 || q.Has(models.LateInteraction) {
		return fmt.Errorf("compare: spaces %#x, want some of %#x without E12: tokens are MaxSim's", q.Spaces, all)
	}
	if q.Has(models.Causal) && (q.Causes == 0 && q.Effects == 0 || q.Likeness && (q.Causes == 0 || q.Effects == 0)) {
		return fmt.Errorf("compare in %v: the factors of causes and effects are %g and %g, want at least one that is not 0, and both for a likeness",
			models.Causal, q.Causes, q.Effects)
	}
	for i, space := range SpaceOfColumn {
		if n := len(q.Dense[i].Values()); q.Needs(i) && n != SeatWidths[i] {
			return fmt.Errorf("compare in %v: a vector of %d components, want %d", space, n, SeatWidths[i])
		}
	}
	if q.Has(models.HDC) && len(q.Bits) != SeatBitWords {
		return fmt.Errorf("compare in %v: %d words, want %d", models.HDC, len(q.Bits), SeatBitWords)
	}
	return nil
}

// Has reports whether a space is compared.
func (q *CompareQuestion) Has(v models.Space) bool { return q.Spaces>>v&1 != 0 }

// Needs reports whether a column is read.
func (q *CompareQuestion) Needs(column int) bool {
	switch column {
	case 1:
		return q.Has(models.Causal) && q.Causes != 0
	case 2:
		return q.Has(models.Causal) && q.Effects != 0
	}
	return q.Has(SpaceOfColumn[column])
}

// CompareTables are constants that the kernels look up, the same for all questions: they are uploaded once, to a multiple of 16.
//
//	float64 rates [4] of E2 a second, which fall
//	float64 periods [5] of E3 in nanoseconds, 1/period [5]
//	float64 steps [256]: E4's angular frequencies, in entries of its table a second
//	float32 cosines [16384] of one turn, in the middle of each entry
//	float32 Dirichlet kernel [65538] of one turn and a step
func CompareTables() []byte { return compareTables() }

// compareWarps is how many rows a block of [Compare] compares at a time, a warp each.
const compareWarps = 8

// Compare describes the exact comparison of rows with a question, and their score.
//
// tables is [CompareTables], question a [CompareQuestion], both at multiples of 16; rows int32 [n], which the look has and which are allowed, or −1 for none; 0: all
// rows of the look, n = Chunks·1024, those that are not allowed being none. table float32 [13][n] gets the similarity a space, NaN where the row has no value, its
// chunk lacks that part, the space is not compared, or there is no row; 0: it is not wanted. fused float32 [n] gets the score, NaN where no similarity is above 0 or
// none of the deciding ones reaches Least; 0: it is not wanted. All are those of engine/search bit for bit but E2, whose exponentials are this kernel's own: a unit in
// the last place at most.
func Compare(l Look, tables, question, rows Pointer, n int, table, fused Pointer) (Launch, error) {
	if rows == 0 && n != l.Chunks*SeatRows {
		return Launch{}, fmt.Errorf("launch compare_rows: %d rows of %d chunks, want all %d or a list of them", n, l.Chunks, l.Chunks*SeatRows)
	}
	turns := 1
	if rows == 0 {
		turns = compareTurns
	}
	if n < 1 || n > math.MaxInt32 {
		return Launch{}, fmt.Errorf("launch compare_rows: %d rows, want 1 to %d", n, math.MaxInt32)
	}
	if err := aligned(tables, question); err != nil {
		return Launch{}, fmt.Errorf("launch compare_rows: %w", err)
	}
	return Launch{Kernel: "compare_rows", GridX: blocks(n, compareWarps*turns), GridY: 1, Threads: 32 * compareWarps,
		Args: []Arg{l.Table, l.Seats, l.Allowed, tables, question, rows, int32(n), int32(turns), table, fused}}, l.check("compare_rows")
}

// compareTurns is how many rows a warp compares one after the other when all rows are compared, so that it loads the question once for all of them.
const compareTurns = 8

// CompareSelected is [Compare] for the rows that [Select] left on the GPU, so that a search need not wait in between. n = most: Greater and the first of the Ties, as
// many as fit. (If there are too many ties, the host decides which are taken: [ReadSelected] returns their number.) among int32 [·]: what was selected are places in
// this list of rows, of which −1 is none; 0: they are rows of the look. rows int32 [n] gets the rows, −1 behind the last, where table and fused are NaN.
func CompareSelected(l Look, tables, question, selected, among Pointer, most int, rows, table, fused Pointer) (Launch, error) {
	if most < 1 || most > math.MaxInt32/2 {
		return Launch{}, fmt.Errorf("launch compare_selected: at most %d rows, want 1 to %d", most, math.MaxInt32/2)
	}
	if err := aligned(tables, question); err != nil {
		return Launch{}, fmt.Errorf("launch compare_selected: %w", err)
	}
	return Launch{Kernel: "compare_selected", GridX: blocks(most, compareWarps), GridY: 1, Threads: 32 * compareWarps,
		Args: []Arg{l.Table, l.Seats, tables, question, selected, among, int32(most), rows, table, fused}}, l.check("compare_selected")
}
