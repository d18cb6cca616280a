package cuda

import (
	"encoding/binary"
	"fmt"
	"math"
)

// What is chosen, as select.cu writes it:
//
//	u32 how many are greater than the border; u32 how many are equal to it; u32 how many of these are listed; float32 the border, −∞ where all values are chosen
//	greater int32 [most]: their places, ascending; ties int32 [most]: the first of those that are equal, ascending; values float32 [most] of the greater ones
const selectedHead = 16

// Selected are the greatest of some values.
type Selected struct {
	Greater  []int32   // places of the values above the border, fewer than were asked for, ascending
	Values   []float32 // those values
	Ties     []int32   // the first of the places whose value is the border, ascending: at most as many as were asked for
	TieCount int       // how many such places there are
	Room     int       // how many were asked for, less Greater: so many of the ties are to be taken, or all when there are fewer
	Border   float32   // the value of the ties; −∞: there are no more values than were asked for, and Greater has them all
}

// SelectOut is how many bytes [Select] writes to out.
func SelectOut(most int) int { return selectedHead + 3*4*most }

// The sizes of select.cu: up to SelectFewRows values are one block's work; else each of up to selectTiles blocks has a run of them, at least selectRun, for its threads.
const (
	SelectFewRows = 16384
	selectTiles   = 512
	selectRun     = 1024
	selectThreads = 256
	selectOne     = 1024 // threads of the only block
	selectDigit   = 2048 // counts of a digit of 11 bits, of which a value has two, and one of 10
	selectFound   = 3    // records of two words that say how far the border is known
)

// SelectWork is how many bytes of work [Select] needs, 0 for few values. They need not be cleared.
func SelectWork(rows int) int {
	if rows <= SelectFewRows {
		return 0
	}
	return 4 * (3*selectDigit + 2*selectFound + 2*selectTiles)
}

// Select describes how the most greatest of values, float32 [rows], are found: launches that must follow one another on one stream, and need no wait in between. NaN
// and −∞ are never chosen, and zeros are equal whatever their sign: as kernels.TopK above −∞. out gets SelectOut(most) bytes, for [ReadSelected]; work has room for
// SelectWork(rows), or is 0 where that is 0. values, work and out lie at multiples of 16. Up to 16,384 values take one launch, more take six.
func Select(values Pointer, rows, most int, work, out Pointer) ([]Launch, error) {
	if rows < 1 || rows > math.MaxInt32 || most < 1 || most > math.MaxInt32/4 {
		return nil, fmt.Errorf("launch select: the %d greatest of %d values, want 1 to %d of 1 to %d", most, rows, math.MaxInt32/4, math.MaxInt32)
	}
	if err := aligned(values, work, out); err != nil {
		return nil, fmt.Errorf("launch select: %w", err)
	}
	if rows <= SelectFewRows {
		return []Launch{{Kernel: "select_few", GridX: 1, GridY: 1, Threads: selectOne, Args: []Arg{values, int32(rows), int32(most), out}}}, nil
	}
	if work == 0 {
		return nil, fmt.Errorf("launch select: %d values need %d bytes of work, there are none", rows, SelectWork(rows))
	}
	run := max(selectRun, (blocks(rows, selectTiles)+selectThreads-1)/selectThreads*selectThreads)
	clear, err := Clear(work, 3, selectDigit)
	if err != nil {
		return nil, err
	}
	launches := []Launch{clear}
	stage := func(kernel string, args ...Arg) {
		args = append([]Arg{values, int32(rows), int32(run), int32(most), work}, args...)
		launches = append(launches, Launch{Kernel: kernel, GridX: blocks(rows, run), GridY: 1, Threads: selectThreads, Args: args})
	}
	stage("select_upper")
	stage("select_middle")
	stage("select_lower")
	stage("select_count")
	stage("select_write", out)
	return launches, nil
}

// ReadSelected reads what [Select] wrote. The error says that it is not that.
func ReadSelected(data []byte, most int) (Selected, error) {
	if most < 1 || len(data) < SelectOut(most) {
		return Selected{}, fmt.Errorf("read what was selected: %d bytes, want %d for %d places", len(data), SelectOut(most), most)
	}
	word := func(i int) uint32 { return binary.LittleEndian.Uint32(data[4*i:]) }
	greater, ties, listed := int(word(0)), int(word(1)), int(word(2))
	if greater > most || listed != min(ties, most) {
		return Selected{}, fmt.Errorf("read what was selected: %d greater and %d of %d equal ones, want at most %d of each", greater, listed, ties, most)
	}
	s := Selected{TieCount: ties, Room: most - greater, Border: math.Float32frombits(word(3))}
	s.Greater, s.Values, s.Ties = make([]int32, greater), make([]float32, greater), make([]int32, listed)
	for i := range s.Greater {
		s.Greater[i], s.Values[i] = int32(word(4+i)), math.Float32frombits(word(4+2*most+i))
	}
	for i := range s.Ties {
		s.Ties[i] = int32(word(4 + most + i))
	}
	return s, nil
}
