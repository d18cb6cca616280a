package cuda_test

import (
	"asterism/engine/temporal"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"asterism/kernels"
	. "asterism/kernels/cuda"
	"asterism/models"
)

// codeColumns are the columns of codes with their spaces, E9's last: how many groups of 128 bits come before, and how many they have.
var codeColumns = []struct {
	space         models.Space
	first, groups int
}{
	{models.Semantic, 0, 3}, {models.Causal, 3, 2}, {models.Causal, 5, 2}, {models.Code, 7, 3},
	{models.Graph, 10, 2}, {models.Multimodal, 12, 2}, {models.Entity, 14, 2}, {models.HDC, 16, 2},
}

// plainQuestion asks a column of codes alone, and what it says is the similarity.
func plainQuestion(column int) *ScanQuestion {
	q := &ScanQuestion{Spaces: 1 << codeColumns[column].space, Causes: 1}
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
}, card Machine, heads [][]byte, questions []*ScanQuestion, allow func(word int) uint32) [][]float64 {
	t.Helper()
	b := NewBench(card, 1)
	var table, records []byte
	seats := make([]int32, len(heads))
	for i, head := range heads {
		seat := Seat{}
		if seats[i] = int32(i); head != nil {
			seat.Head = b.Bytes(head)
		}
		table = seat.AppendTo(table)
	}
	allowed := make([]int32, len(heads)*SeatRows/32)
	for i := range allowed {
		allowed[i] = int32(allow(i))
	}
	for _, q := range questions {
		q.Allowed, q.Out = b.Ints(allowed), b.Poison(4*len(heads)*SeatRows)
		var err error
		if records, err = q.AppendTo(records); err != nil {
			t.Fatal(err)
		}
	}
	b.Launch(ScanCodes(Look{Table: b.Bytes(table), Seats: b.Ints(seats), Chunks: len(heads)}, b.Bytes(ScanTables()), b.Bytes(records), len(questions)))
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
	card := startCard(t)
	rapid.Check(t, func(t *rapid.T) {
		column := rapid.IntRange(0, len(codeColumns)-1).Draw(t, "column")
		at, factor := codeColumns[column], rapid.Uint16Range(0, 0x7f7f).Draw(t, "factor")
		seed := rapid.Uint64().Draw(t, "seed")
		b := NewBench(nil, seed)
		head, codes, row := make([]byte, SeatHeadBytes), make([]byte, kernels.CodesLen(SeatRows, 16*at.groups)), make([]uint64, 2*at.groups)
		for r := range SeatRows {
			for i := range row {
				if row[i] = b.Rand.Uint64(); r < 2 {
					row[i] = -uint64(r) // none, and all
				}
				binary.LittleEndian.PutUint64(head[SeatCodesAt+((at.first+i/2)*SeatRows+r)*16+i%2*8:], row[i])
			}
			kernels.PutCode(codes, r, row)
			binary.LittleEndian.PutUint16(head[SeatFactorsAt+2*(min(column, SeatColumns-1)*SeatRows+r):], factor)
			binary.LittleEndian.PutUint16(head[SeatPresentAt+2*r:], 1<<at.space)
		}
		q, code := plainQuestion(column), (*kernels.BitQuery)(nil)
		if column == SeatColumns {
			code = &q.BitCode
			*code = must(kernels.NewDistanceQuery([]uint64{b.Rand.Uint64(), b.Rand.Uint64(), 0, math.MaxUint64}))
		} else {
			code = &q.Codes[column]
			*code = must(kernels.NewBitQuery(b.DrawFloats(128*at.groups, 1, 0)))
		}
		got, want := scanOn(t, card, [][]byte{head}, []*ScanQuestion{q}, allAllowed)[0], make([]int32, SeatRows)
		if err := kernels.DotBits(*code, codes, nil, want); err != nil {
			t.Fatal(err)
		}
		for r, n := range want {
			x := float32(code.Unit()*float32(n)) * BF16(factor).Float()
			if column == SeatColumns {
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
	head, heads := make([]byte, SeatHeadBytes), [][]byte{}
	for r := range SeatRows {
		binary.LittleEndian.PutUint16(head[SeatPresentAt+2*r:], 1<<models.TemporalRecent)
	}
	for range 8 {
		heads = append(heads, head)
	}
	q := &ScanQuestion{Spaces: 1 << models.TemporalRecent, Weights: [models.Count]float64{1: 1}, Deviations: [models.Count]float64{1: 1}}
	allow := func(word int) uint32 { // of half h the row h of word h
		if word%16 == word/16 {
			return 1 << (word / 16)
		}
		return 0
	}
	for row, got := range scanOn(t, startCard(t), heads, []*ScanQuestion{q}, allow)[0] {
		if want := allow(row/32)>>(row%32)&1 != 0; want != (got == got) {
			t.Fatalf("row %d of half %d: %v, a number is %v", row%512, row/512, got, want)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestScanLeavesAlone: rows of which nothing is known get NaN, and where no row of half a chunk is allowed, or a seat has no head, nothing is read.
func TestScanLeavesAlone(t *testing.T) {
	card := startCard(t)
	head := make([]byte, SeatHeadBytes)
	for r := range SeatRows {
		if r%2 == 0 {
			binary.LittleEndian.PutUint16(head[SeatPresentAt+2*r:], 1<<models.TemporalRecent)
		}
	}
	const ref = 1_700_000_000e9
	asked := &ScanQuestion{Spaces: 1<<models.TemporalRecent | 1<<models.Sparse, Ref: ref, Weights: [models.Count]float64{1: 2}, Deviations: [models.Count]float64{1: 0.5}}
	weightless, unheard, far := *asked, *asked, *asked
	weightless.Weights[1] = 0
	unheard.Spaces = 1 << models.Splade
	far.Least, far.Deciding = 0.9, 1<<models.TemporalRecent // a memory of 1970 has .5, and .32 more is not enough
	near := far
	near.Least = 0.8
	undecided := near
	undecided.Deciding = 1 << models.Semantic
	out := scanOn(t, card, [][]byte{head, nil, head}, []*ScanQuestion{asked, &weightless, &unheard, &far, &near, &undecided}, func(word int) uint32 {
		if word/16 == 4 { // half a chunk
			return 0
		}
		return allAllowed(word)
	})
	for i, scores := range out {
		for row, got := range scores {
			want := (i == 0 || i == 4) && row/SeatRows != 1 && row/512 != 4 && row%2 == 0
			if want != (got == got) {
				t.Fatalf("question %d row %d: %v, a number is %v", i, row, got, want)
			}
			if want && math.Abs(got-1) > 1e-3 {
				t.Fatalf("question %d row %d: %v, want the half that is left of freshness, by its deviation", i, row, got)
			}
		}
	}
	// Seats whose heads are no addresses: whoever reads there ends.
	b := NewBench(card, 1)
	nowhere := Seat{Head: 16}
	asked.Allowed, asked.Out = b.Ints(make([]int32, SeatRows/32)), b.Poison(4*SeatRows)
	record := must(asked.AppendTo(nil))
	b.Launch(ScanCodes(Look{Table: b.Bytes(nowhere.AppendTo(nil)), Seats: b.Ints([]int32{0}), Chunks: 1}, b.Bytes(ScanTables()), b.Bytes(record), 1))
	for row, got := range b.ReadFloats(asked.Out) {
		if got == got {
			t.Fatalf("row %d of a chunk of which none is allowed: %v", row, got)
		}
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestScanMistakes: what a scan cannot do is told before it is launched.
func TestScanMistakes(t *testing.T) {
	code := must(kernels.NewBitQuery(make([]float32, 256)))
	distance := must(kernels.NewDistanceQuery(make([]uint64, 4)))
	for says, change := range map[string]func(q *ScanQuestion){
		"E1 semantic, column 0: a code of 256 bits, want one of 384": func(q *ScanQuestion) { q.Spaces, q.Codes[0] = 1, code },
		"E7 code, column 3: a code of 0 bits":                        func(q *ScanQuestion) { q.Spaces = 1 << models.Code },
		"E8 graph, column 4: a code of 256 bits":                     func(q *ScanQuestion) { q.Spaces, q.Codes[4] = 1<<models.Graph, distance },
		"E9 hdc, column 7: a code of 256 bits":                       func(q *ScanQuestion) { q.Spaces, q.BitCode = 1<<models.HDC, code },
		"E5 causal: the factors":                                     func(q *ScanQuestion) { q.Spaces = 1 << models.Causal },
		"E5 causal, column 2: a code of 0 bits":                      func(q *ScanQuestion) { q.Spaces, q.Effects, q.Codes[1] = 1<<models.Causal, 1.2, code },
		"tokens are MaxSim's":                                        func(q *ScanQuestion) { q.Spaces = 1 << models.LateInteraction },
		"spaces 0x2000":                                              func(q *ScanQuestion) { q.Spaces = 1 << models.Count },
		"":                                                           func(q *ScanQuestion) { q.Spaces, q.Causes, q.Codes[1] = 1<<models.Causal, 0.8, code },
	} {
		q := &ScanQuestion{}
		change(q)
		record, err := q.AppendTo(make([]byte, 3))
		if says == "" && (err != nil || len(record) != 3+ScanQuestionBytes) || says != "" && (err == nil || !strings.Contains(err.Error(), says)) {
			t.Errorf("%d bytes and the error %v, want one that says %q", len(record), err, says)
		}
	}
	if _, err := (&ScanQuestion{Allowed: 0x208}).AppendTo(nil); err == nil || !strings.Contains(err.Error(), "0x208 is no multiple of 16") {
		t.Errorf("allowed rows at an odd address: %v", err)
	}
	for says, c := range map[string]struct {
		chunks, n int
		at        Pointer
	}{"0 questions": {1, 0, 256}, "9 questions": {1, 9, 256}, "0 chunks": {0, 1, 256}, "0x104 is no multiple of 16": {1, 1, 0x104}} {
		if _, err := ScanCodes(Look{Chunks: c.chunks}, 256, c.at, c.n); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("the error is %v, want one that says %q", err, says)
		}
	}
}

// TestScanTables: freshness falls from 1 to a half; what is looked up is near the exact similarity of two times.
func TestScanTables(t *testing.T) {
	data := ScanTables()
	number := func(i int) float64 {
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:])))
	}
	const ages, half = 2176, 2048
	if len(data) != 4*(2*ages+half) {
		t.Fatalf("%d bytes", len(data))
	}
	for i := 1; i < ages; i++ {
		if number(2*i) > number(2*i-2) {
			t.Fatalf("freshness rises to %v at entry %d", number(2*i), i)
		}
	}
	for entry, seconds := range map[int]float64{0: 0.008, 64: 1.008, 64 * 17: 132095} { // in the middle of each
		recent := temporal.Recency(int64(seconds*1e9), 0)
		if math.Abs(number(2*entry)-float64(recent)) > 1e-4 {
			t.Errorf("entry %d: %v, want %v", entry, number(2*entry), recent)
		}
	}
	if number(1) < 0.99 || math.Abs(number(2*ages-1)) > 0.3 || number(2*ages) < 0.99 {
		t.Errorf("the order of events begins with %v and ends with %v, a turn begins with %v", number(1), number(2*ages-1), number(2*ages))
	}
}
