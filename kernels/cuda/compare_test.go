package cuda_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"asterism/kernels"
	. "asterism/kernels/cuda"
	"asterism/models"
)

// everySpace is all spaces but E12.
const everySpace = 1<<models.Count - 1 - 1<<models.LateInteraction

// compareQuestion asks in every space.
func compareQuestion(t *testing.T, r *rand.Rand) *CompareQuestion {
	t.Helper()
	q := &CompareQuestion{Spaces: everySpace, Ref: 1_700_000_000_000_000_000, Causes: 1, Effects: 1, Bits: make([]uint64, 157)}
	for i, width := range [SeatColumns]int{1024, 768, 768, 1536, 384, 768, 384} {
		v := make([]float32, width)
		for j := range v {
			v[j] = float32(r.NormFloat64())
		}
		var err error
		if q.Dense[i], err = kernels.NewQuery16(v); err != nil {
			t.Fatal(err)
		}
	}
	return q
}

func TestCompareQuestionRefusesWhatDoesNotFit(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	narrow, err := kernels.NewQuery16(make([]float32, 100))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(q *CompareQuestion)
		says   string // empty: it fits
	}{
		"every space":               {func(*CompareQuestion) {}, ""},
		"tokens":                    {func(q *CompareQuestion) { q.Spaces |= 1 << models.LateInteraction }, "without E12"},
		"a space that there is not": {func(q *CompareQuestion) { q.Spaces |= 1 << models.Count }, "spaces 0x"},
		"no half of a pair":         {func(q *CompareQuestion) { q.Causes, q.Effects = 0, 0 }, "at least one"},
		"half a likeness":           {func(q *CompareQuestion) { q.Causes, q.Likeness = 0, true }, "both for a likeness"},
		"no pair asked":             {func(q *CompareQuestion) { q.Causes, q.Effects, q.Spaces = 0, 0, q.Spaces&^(1<<models.Causal) }, ""},
		"a narrow vector":           {func(q *CompareQuestion) { q.Dense[3] = narrow }, "100 components, want 1536"},
		"a column not looked at":    {func(q *CompareQuestion) { q.Causes, q.Dense[1] = 0, kernels.Query16{} }, ""},
		"few bits":                  {func(q *CompareQuestion) { q.Bits = q.Bits[1:] }, "156 words, want 157"},
	} {
		q := compareQuestion(t, r)
		c.change(q)
		record, err := q.AppendTo(make([]byte, 3))
		switch {
		case c.says == "" && (err != nil || len(record) != 3+CompareQuestionBytes):
			t.Errorf("%s: %d bytes, %v", name, len(record), err)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%s: error is %v, want one that says %q", name, err, c.says)
		}
	}
}

// TestComparisonsThatCannotBe: a launch with missing or misaligned arguments is refused before it is made.
func TestComparisonsThatCannotBe(t *testing.T) {
	look := Look{Table: 256, Seats: 512, Allowed: 768, Chunks: 2}
	for name, err := range map[string]error{
		"half of all rows":      second(Compare(look, 256, 256, 0, SeatRows, 256, 256)),
		"no row":                second(Compare(look, 256, 256, 256, 0, 256, 256)),
		"no chunk":              second(Compare(Look{}, 256, 256, 256, 5, 256, 256)),
		"tables between lines":  second(Compare(look, 8, 256, 256, 5, 256, 256)),
		"a question between":    second(Compare(look, 256, 8, 256, 5, 256, 256)),
		"at most none":          second(CompareSelected(look, 256, 256, 256, 0, 0, 256, 256, 256)),
		"its tables between":    second(CompareSelected(look, 8, 256, 256, 0, 5, 256, 256, 256)),
		"its question between":  second(CompareSelected(look, 256, 8, 256, 0, 5, 256, 256, 256)),
		"no question":           second(ScoreTerms(look, 256, 0, 256)),
		"too many questions":    second(ScoreTerms(look, 256, MostTermsQuestions+1, 256)),
		"sums of none":          second(TermSums(look, 0, 256, 256)),
		"no term":               second(CountTerms(look, 256, 0, 256)),
		"too many terms":        second(CountTerms(look, 256, MostTerms+1, 256)),
		"no vector":             second(MaxSim(look, 256, 0, 256, 1, 256)),
		"too many vectors":      second(MaxSim(look, 256, MostTokenVectors+1, 256, 1, 256)),
		"no row of tokens":      second(MaxSim(look, 256, 1, 256, 0, 256)),
		"vectors between lines": second(MaxSim(look, 8, 1, 256, 1, 256)),
		"sums of another count": second(ReadSums(make([]byte, TermsSumsBytes), 2)),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		} else if strings.Contains(err.Error(), "multiple of 16") != strings.Contains(name, "between") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, err := range map[string]error{
		"all rows":      second(Compare(look, 256, 256, 0, 2*SeatRows, 256, 0)),
		"picked rows":   second(Compare(look, 256, 256, 4, 5, 0, 4)), // what is no vector of 16 bytes may lie anywhere
		"selected rows": second(CompareSelected(look, 256, 256, 4, 4, 5, 4, 4, 4)),
		"tokens":        second(MaxSim(look, 256, 1, 4, 1, 4)),
	} {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// FuzzReadSums: bytes of another length are refused; those that are read are, put together again, the bytes that came.
func FuzzReadSums(f *testing.F) {
	f.Add([]byte{}, 0)
	f.Add(make([]byte, 2*TermsSumsBytes), 2)
	f.Add(make([]byte, TermsSumsBytes), -1)
	f.Add([]byte{}, 1<<61)
	f.Fuzz(func(t *testing.T, data []byte, n int) {
		sums, err := ReadSums(data, n)
		if err != nil {
			return
		}
		var again []byte
		for _, s := range sums {
			again = binary.LittleEndian.AppendUint64(again, uint64(s.N))
			again = binary.LittleEndian.AppendUint64(again, math.Float64bits(s.Sum))
			again = binary.LittleEndian.AppendUint64(again, math.Float64bits(s.Squares))
		}
		if !bytes.Equal(again, data) {
			t.Errorf("%d bytes were read as %v", len(data), sums)
		}
	})
}
