package cuda

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"asterism/kernels"
	"asterism/models"
)

// ScanQuestion is one question of a scan: what all rows of some seats are held against, by their codes, times and turns, and how the similarities are added up. It
// means what engine/search/rough.go means.
type ScanQuestion struct {
	Allowed Pointer    // u32 [Chunks][32], as [Look.Allowed], at a multiple of 16
	Out     Pointer    // float32 [Chunks·1024] gets the estimates; NaN: the row is not allowed, no space speaks for it, or it cannot reach Least
	Sparse  [2]Pointer // float32 [Chunks·1024]: the similarities in E6 and E13, NaN where there is none; 0: the space is not asked, whatever Spaces says
	Spaces  uint16     // which take part, bit v for space v (E1 is 0). E12 never does
	Codes   [SeatColumns]kernels.BitQuery
	BitCode kernels.BitQuery // E9's
	Ref     int64            // the time of asking, Unix nanoseconds
	Turns   [5]uint16        // where Ref stands in each of E3's periods, in 1/65536

	Weights, Means, Deviations [models.Count]float64 // an estimate is Σ weight·(x − mean)/deviation over Σ weight, over the spaces in which the row has a value

	// E5: the factors of the products with a memory's cause and with its effect, 0 where that one is not asked for; Likeness: the mean of both counts. Else the greater
	// does.
	Causes, Effects float32
	Likeness        bool

	Least    float64 // above 0: a row counts only if an estimate of one of the spaces Deciding, and ScanCloseness, reach it
	Deciding uint16
}

// ScanCloseness is by how much an estimate may fall short of a similarity: engine/search's closeness.
const ScanCloseness = 0.32

// MostScanQuestions is how many questions one launch of [ScanCodes] takes.
const MostScanQuestions = 8

// The record of a question, as scan.cu reads it:
//
//	allowed u64, out u64, sparse u64 [2]
//	ref float64, spaces u32, pair u32: 1 causes alone, 2 effects alone, 3 the greater of both, 4 their mean
//	causes float32, effects float32, least float32, deciding u32
//	turns u32 [5], then three words of nothing
//	factors float32 [16]: weight/deviation by space; offsets float32 [16]: weight·mean/deviation; weights float32 [16]
//	units float32 [8], by column
//	planes u32: of each column 4 planes of its groups of 128 bits, then one of E9's
const (
	scanFactorsAt = 96
	scanUnitsAt   = scanFactorsAt + 3*16*4
	scanPlanesAt  = scanUnitsAt + 8*4
	// ScanQuestionBytes is the length of a record.
	ScanQuestionBytes = scanPlanesAt + ((SeatCodeGroups-2)*kernels.BitPlanes+2)*16
)

// AppendTo writes the record. The error names a space that takes part and whose code has another width than the seats' (a code that was not made has none), E5 of
// which neither half is asked for, spaces that there are not, E12 among them, or an address that is no multiple of 16.
func (q *ScanQuestion) AppendTo(to []byte) ([]byte, error) {
	if err := errors.Join(q.check(), aligned(q.Allowed)); err != nil {
		return to, fmt.Errorf("scan: %w", err)
	}
	begin, le := len(to), binary.LittleEndian
	for _, v := range [...]uint64{uint64(q.Allowed), uint64(q.Out), uint64(q.Sparse[0]), uint64(q.Sparse[1]), math.Float64bits(float64(q.Ref))} {
		to = le.AppendUint64(to, v)
	}
	floor := math.Float32bits(float32(q.Least))
	for _, v := range [...]uint32{uint32(q.Taken()), q.pair(), math.Float32bits(q.Causes), math.Float32bits(q.Effects), floor, uint32(q.Deciding)} {
		to = le.AppendUint32(to, v)
	}
	for _, v := range q.Turns {
		to = le.AppendUint32(to, uint32(v))
	}
	to = append(to, make([]byte, scanFactorsAt-(len(to)-begin))...)
	to = q.appendScales(to, func(v int) float64 { return q.Weights[v] / q.Deviations[v] })
	to = q.appendScales(to, func(v int) float64 { return q.Weights[v] * q.Means[v] / q.Deviations[v] })
	to = q.appendScales(to, func(v int) float64 { return q.Weights[v] })
	for column := range q.Codes {
		to = le.AppendUint32(to, math.Float32bits(q.Codes[column].Unit()))
	}
	return q.appendPlanes(append(to, make([]byte, 4)...)), nil
}

// appendScales writes a number for each space that takes part, and 0 for the others, which have no scale.
func (q *ScanQuestion) appendScales(to []byte, value func(v int) float64) []byte {
	for v := range 16 {
		bits := uint32(0)
		if q.Taken()>>v&1 != 0 {
			bits = math.Float32bits(float32(value(v)))
		}
		to = binary.LittleEndian.AppendUint32(to, bits)
	}
	return to
}

// appendPlanes writes the planes of the codes that are looked at, and zeros for the others.
func (q *ScanQuestion) appendPlanes(to []byte) []byte {
	for column, groups := range SeatCodeGroupsOf {
		words := make([]uint32, 4*groups*planesOf(column))
		if q.looksAt(column) {
			words = slices.Concat(q.Code(column).Planes()...)
		}
		for _, w := range words {
			to = binary.LittleEndian.AppendUint32(to, w)
		}
	}
	return to
}

// Taken are the spaces that take part: the sparse ones only where there are similarities.
func (q *ScanQuestion) Taken() uint16 {
	out := q.Spaces
	for i, v := range [...]models.Space{models.Sparse, models.Splade} {
		if q.Sparse[i] == 0 {
			out &^= 1 << v
		}
	}
	return out
}

// Has reports whether a space takes part.
func (q *ScanQuestion) Has(v models.Space) bool { return q.Spaces>>v&1 != 0 }

// pair says how E5's two products become one similarity.
func (q *ScanQuestion) pair() uint32 {
	switch {
	case q.Causes != 0 && q.Effects != 0 && q.Likeness:
		return 4
	case q.Causes != 0 && q.Effects != 0:
		return 3
	case q.Effects != 0:
		return 2
	case q.Causes != 0:
		return 1
	}
	return 0
}

// Code is the code of a column; that of E9 comes behind the last.
func (q *ScanQuestion) Code(column int) *kernels.BitQuery {
	if column == SeatColumns {
		return &q.BitCode
	}
	return &q.Codes[column]
}

// planesOf is how many planes the question of a column of codes has.
func planesOf(column int) int {
	if column == SeatColumns {
		return 1
	}
	return kernels.BitPlanes
}

// spaceOfCode is the space of a column of codes.
func spaceOfCode(column int) models.Space {
	if column == SeatColumns {
		return models.HDC
	}
	return SpaceOfColumn[column]
}

// looksAt reports whether the question has to do with a column of codes.
func (q *ScanQuestion) looksAt(column int) bool {
	factor := [SeatColumns + 1]float32{1, q.Causes, q.Effects, 1, 1, 1, 1, 1}[column]
	return q.Has(spaceOfCode(column)) && factor != 0
}

func (q *ScanQuestion) check() error {
	if all := uint16(1)<<models.Count - 1; q.Spaces&^all != 0 || q.Has(models.LateInteraction) {
		return fmt.Errorf("spaces %#x, want some of %#x without E12: tokens are MaxSim's", q.Spaces, all)
	}
	if q.pair() == 0 && q.Has(models.Causal) {
		return fmt.Errorf("%v: the factors of causes and of effects are both 0, want at least one", models.Causal)
	}
	for column, groups := range SeatCodeGroupsOf {
		if !q.looksAt(column) {
			continue
		}
		if code := q.Code(column); code.Bytes() != 16*groups || len(code.Planes()) != planesOf(column) {
			const what = "of a vector, or of bits in E9"
			return fmt.Errorf("%v, column %d: a code of %d bits, want one of %d, %s", spaceOfCode(column), column, 8*code.Bytes(), 128*groups, what)
		}
	}
	return nil
}

// ScanBlockRows is how many rows a block scans, with scanThreads threads.
const (
	ScanBlockRows = 512
	scanThreads   = 256
)

// ScanCodes describes the estimates of all rows of a look for n questions, 1 to MostScanQuestions: questions are n records of ScanQuestionBytes one behind the
// other, tables are [ScanTables], both at multiples of 16. Each question brings what it allows; l.Allowed is not looked at. What a question says of a row does not
// depend on the others.
func ScanCodes(l Look, tables, questions Pointer, n int) (Launch, error) {
	if n < 1 || n > MostScanQuestions {
		return Launch{}, fmt.Errorf("launch scan_codes: %d questions, want 1 to %d", n, MostScanQuestions)
	}
	if err := l.check("scan_codes"); err != nil {
		return Launch{}, err
	}
	if err := aligned(tables, questions); err != nil {
		return Launch{}, fmt.Errorf("launch scan_codes: %w", err)
	}
	return Launch{Kernel: "scan_codes", GridX: l.Chunks * (SeatRows / ScanBlockRows) * n, GridY: 1, Threads: scanThreads,
		Args: []Arg{l.Table, l.Seats, tables, questions, int32(n)}}, nil
}
