package cuda_test

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"asterism/engine/temporal"
	"asterism/kernels"
	. "asterism/kernels/cuda"
	"asterism/models"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestScanMistakes: an invalid scan is refused before it is launched.
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
