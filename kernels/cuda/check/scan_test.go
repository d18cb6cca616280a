package check_test

import (
	"encoding/binary"
	"math"
	"testing"

	"asterism/kernels"
	"asterism/kernels/cuda"
	. "asterism/kernels/cuda/check"
	"asterism/models"

	"pgregory.net/rapid"
)

// codeColumns are the columns of codes with their spaces, E9's last: how many groups of 128 bits come before, and how many they have.
var codeColumns = []struct {
	space         models.Space
	first, groups int
}{
	{models.Semantic, 0, 3}, {models.Causal, 3, 2}, {models.Causal, 5, 2}, {models.Code, 7, 3},
	{models.Graph, 10, 2}, {models.Multimodal, 12, 2}, {models.Entity, 14, 2}, {models.HDC, 16, 2},
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// plainQuestion asks a column of codes alone, and what it says is the similarity.
func plainQuestion(column int) *cuda.ScanQuestion {
	q := &cuda.ScanQuestion{Spaces: 1 << codeColumns[column].space, Causes: 1}
	if column == 2 {
		q.Causes, q.Effects = 0, 1
	}
	for v := range q.Weights {
		q.Weights[v], q.Deviations[v] = 1, 1
	}
	return q
}

// scanOn scans heads for questions that allow the same rows, a word of 32 at a time.
func scanOn(t interface {
	Fatal(...any)
	Helper()
}, gpu cuda.Machine, heads [][]byte, questions []*cuda.ScanQuestion, allow func(word int) uint32) [][]float64 {
	t.Helper()
	b := NewBench(gpu, 1)
	var table, records []byte
	seats := make([]int32, len(heads))
	for i, head := range heads {
		seat := cuda.Seat{}
		if seats[i] = int32(i); head != nil {
			seat.Head = b.Bytes(head)
		}
		table = seat.AppendTo(table)
	}
	allowed := make([]int32, len(heads)*cuda.SeatRows/32)
	for i := range allowed {
		allowed[i] = int32(allow(i))
	}
	for _, q := range questions {
		q.Allowed, q.Out = b.Ints(allowed), b.Poison(4*len(heads)*cuda.SeatRows)
		var err error
		if records, err = q.AppendTo(records); err != nil {
			t.Fatal(err)
		}
	}
	b.Launch(cuda.ScanCodes(cuda.Look{Table: b.Bytes(table), Seats: b.Ints(seats), Chunks: len(heads)}, b.Bytes(cuda.ScanTables()), b.Bytes(records), len(questions)))
	var out [][]float64
	for _, q := range questions {
		out = append(out, b.ReadFloats(q.Out))
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestScanCountsAsDotBits: in every column a scan of any codes comes to what the processor's kernel does, bit for bit.
func TestScanCountsAsDotBits(t *testing.T) {
	gpu := startGPU(t)
	rapid.Check(t, func(t *rapid.T) {
		column := rapid.IntRange(0, len(codeColumns)-1).Draw(t, "column")
		at, factor := codeColumns[column], rapid.Uint16Range(0, 0x7f7f).Draw(t, "factor")
		seed := rapid.Uint64().Draw(t, "seed")
		b := NewBench(nil, seed)
		head, codes, row := make([]byte, cuda.SeatHeadBytes), make([]byte, kernels.CodesLen(cuda.SeatRows, 16*at.groups)), make([]uint64, 2*at.groups)
		for r := range cuda.SeatRows {
			for i := range row {
				if row[i] = b.Rand.Uint64(); r < 2 {
					row[i] = -uint64(r) // none, and all
				}
				binary.LittleEndian.PutUint64(head[cuda.SeatCodesAt+((at.first+i/2)*cuda.SeatRows+r)*16+i%2*8:], row[i])
			}
			kernels.PutCode(codes, r, row)
			binary.LittleEndian.PutUint16(head[cuda.SeatFactorsAt+2*(min(column, cuda.SeatColumns-1)*cuda.SeatRows+r):], factor)
			binary.LittleEndian.PutUint16(head[cuda.SeatPresentAt+2*r:], 1<<at.space)
		}
		q, code := plainQuestion(column), (*kernels.BitQuery)(nil)
		if column == cuda.SeatColumns {
			code = &q.BitCode
			*code = must(kernels.NewDistanceQuery([]uint64{b.Rand.Uint64(), b.Rand.Uint64(), 0, math.MaxUint64}))
		} else {
			code = &q.Codes[column]
			*code = must(kernels.NewBitQuery(b.DrawFloats(128*at.groups, 1, 0)))
		}
		got, want := scanOn(t, gpu, [][]byte{head}, []*cuda.ScanQuestion{q}, allAllowed)[0], make([]int32, cuda.SeatRows)
		if err := kernels.DotBits(*code, codes, nil, want); err != nil {
			t.Fatal(err)
		}
		for r, n := range want {
			x := float32(code.Unit()*float32(n)) * cuda.BF16(factor).Float()
			if column == cuda.SeatColumns {
				x = 1 - 2*float32(n)/256
			}
			if got[r] != float64(x) {
				t.Fatalf("column %d row %d: %v, want %v", column, r, got[r], x)
			}
		}
	})
}

func allAllowed(int) uint32 { return math.MaxUint32 }

// TestScanOfOneRow: a row that alone is allowed of half a chunk is found, wherever it is.
func TestScanOfOneRow(t *testing.T) {
	head, heads := make([]byte, cuda.SeatHeadBytes), [][]byte{}
	for r := range cuda.SeatRows {
		binary.LittleEndian.PutUint16(head[cuda.SeatPresentAt+2*r:], 1<<models.TemporalRecent)
	}
	for range 8 {
		heads = append(heads, head)
	}
	q := &cuda.ScanQuestion{Spaces: 1 << models.TemporalRecent, Weights: [models.Count]float64{1: 1}, Deviations: [models.Count]float64{1: 1}}
	allow := func(word int) uint32 { // of half h the row h of word h
		if word%16 == word/16 {
			return 1 << (word / 16)
		}
		return 0
	}
	for row, got := range scanOn(t, startGPU(t), heads, []*cuda.ScanQuestion{q}, allow)[0] {
		if want := allow(row/32)>>(row%32)&1 != 0; want != (got == got) {
			t.Fatalf("row %d of half %d: %v, a number is %v", row%512, row/512, got, want)
		}
	}
}

// TestScanLeavesAlone: rows of which nothing is known get NaN, and where no row of half a chunk is allowed, or a seat has no head, nothing is read.
func TestScanLeavesAlone(t *testing.T) {
	gpu := startGPU(t)
	head := make([]byte, cuda.SeatHeadBytes)
	for r := range cuda.SeatRows {
		if r%2 == 0 {
			binary.LittleEndian.PutUint16(head[cuda.SeatPresentAt+2*r:], 1<<models.TemporalRecent)
		}
	}
	const ref = 1_700_000_000e9
	asked := &cuda.ScanQuestion{Spaces: 1<<models.TemporalRecent | 1<<models.Sparse, Ref: ref, Weights: [models.Count]float64{1: 2}, Deviations: [models.Count]float64{1: 0.5}}
	weightless, unheard, far := *asked, *asked, *asked
	weightless.Weights[1] = 0
	unheard.Spaces = 1 << models.Splade
	far.Least, far.Deciding = 0.9, 1<<models.TemporalRecent // a memory of 1970 has .5, and .32 more is not enough
	near := far
	near.Least = 0.8
	undecided := near
	undecided.Deciding = 1 << models.Semantic
	out := scanOn(t, gpu, [][]byte{head, nil, head}, []*cuda.ScanQuestion{asked, &weightless, &unheard, &far, &near, &undecided}, func(word int) uint32 {
		if word/16 == 4 { // half a chunk
			return 0
		}
		return allAllowed(word)
	})
	for i, scores := range out {
		for row, got := range scores {
			want := (i == 0 || i == 4) && row/cuda.SeatRows != 1 && row/512 != 4 && row%2 == 0
			if want != (got == got) {
				t.Fatalf("question %d row %d: %v, a number is %v", i, row, got, want)
			}
			if want && math.Abs(got-1) > 1e-3 {
				t.Fatalf("question %d row %d: %v, want the half that is left of freshness, by its deviation", i, row, got)
			}
		}
	}
	// Seats whose heads are no addresses: whoever reads there ends.
	b := NewBench(gpu, 1)
	nowhere := cuda.Seat{Head: 16}
	asked.Allowed, asked.Out = b.Ints(make([]int32, cuda.SeatRows/32)), b.Poison(4*cuda.SeatRows)
	record := must(asked.AppendTo(nil))
	b.Launch(cuda.ScanCodes(cuda.Look{Table: b.Bytes(nowhere.AppendTo(nil)), Seats: b.Ints([]int32{0}), Chunks: 1}, b.Bytes(cuda.ScanTables()), b.Bytes(record), 1))
	for row, got := range b.ReadFloats(asked.Out) {
		if got == got {
			t.Fatalf("row %d of a chunk of which none is allowed: %v", row, got)
		}
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
}
