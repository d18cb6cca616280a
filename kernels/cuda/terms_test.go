package cuda_test

import (
	"strings"
	"testing"

	. "asterism/kernels/cuda"
)

func TestTermsQuestionRefusesWhatDoesNotFit(t *testing.T) {
	for name, c := range map[string]struct {
		q    TermsQuestion
		says string // empty: it fits
	}{
		"one term":            {TermsQuestion{IDs: []uint16{9}, Weights: []float32{1}}, ""},
		"nine terms":          {TermsQuestion{Space: 1, IDs: []uint16{0, 1, 2, 3, 4, 5, 6, 7, 65535}, Weights: make([]float32, 9)}, ""},
		"no term":             {TermsQuestion{}, ""},
		"a weight too few":    {TermsQuestion{IDs: []uint16{1, 2}, Weights: []float32{1}}, "2 ids and 1 weights"},
		"a space of no terms": {TermsQuestion{Space: 2, IDs: []uint16{1}, Weights: []float32{1}}, "space 2"},
		"ids that fall":       {TermsQuestion{IDs: []uint16{2, 1}, Weights: []float32{1, 1}}, "id 1 follows 2"},
		"an id twice":         {TermsQuestion{IDs: []uint16{2, 2}, Weights: []float32{1, 1}}, "id 2 follows 2"},
	} {
		record, err := c.q.AppendTo(nil)
		switch {
		case c.says == "" && (err != nil || len(record) != c.q.Bytes() || len(record)%16 != 0):
			t.Errorf("%s: %d bytes, want %d: %v", name, len(record), c.q.Bytes(), err)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%s: error is %v, want one that says %q", name, err, c.says)
		}
	}
}
