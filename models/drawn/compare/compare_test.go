package compare

import (
	"math"
	"slices"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/models"
)

func TestGapSeesFaults(t *testing.T) {
	want := make([]float64, 100)
	want[3], want[7] = 2, 1
	right := []fingerprint.TermWeight{{ID: 3, Weight: 2}, {ID: 7, Weight: 1}}
	for name, c := range map[string]struct {
		got  []fingerprint.TermWeight
		low  float64
		high float64
	}{
		"right":          {right, 0, 1e-7},
		"one missing":    {right[:1], 0.4, 0.5},
		"one too many":   {append(slices.Clone(right), fingerprint.TermWeight{ID: 50, Weight: 1}), 0.4, 0.5},
		"another weight": {[]fingerprint.TermWeight{{ID: 3, Weight: 2}, {ID: 7, Weight: 1.1}}, 0.04, 0.05},
	} {
		if g, err := termsGap(c.got, want); err != nil || g < c.low || g > c.high {
			t.Errorf("%s: %v (%v), want %v to %v", name, g, err, c.low, c.high)
		}
	}
	if _, err := NumbersGap([]float32{1}, []float64{1, 0}); err == nil {
		t.Error("vectors of unlike length were compared")
	}
}

func TestCosineSeesFaults(t *testing.T) {
	want := make([]float64, 100)
	want[3], want[7] = 2, 1
	for name, c := range map[string]struct {
		info models.Info
		got  fingerprint.Value
		want []float64
		says float64
	}{
		"dense":             {models.Info{Kind: models.Dense, Width: 2}, fingerprint.Value{Dense: []float32{3, 4}}, []float64{0.6, 0.8}, 1},
		"half of a pair":    {models.Info{Kind: models.Pair, Width: 2}, fingerprint.Value{Dense: []float32{1, 0, 1, 0}}, []float64{1, 0, 0, 1}, 0},
		"one of two tokens": {models.Info{Kind: models.Tokens, Width: 1}, fingerprint.Value{Vectors: []float32{1, -1}}, []float64{1, 1}, -1},
		"a term is missing": {models.Info{Kind: models.Terms, Width: 100}, fingerprint.Value{Terms: []fingerprint.TermWeight{{ID: 3, Weight: 2}}}, want, 2 / math.Sqrt(5)},
	} {
		if got, err := Cosine(c.info, c.got, c.want); err != nil || math.Abs(got-c.says) > 1e-6 {
			t.Errorf("%s: %v (%v), want %v", name, got, err, c.says)
		}
	}
	nothing, err := Cosine(models.Info{Kind: models.Terms, Width: 100}, fingerprint.Value{}, want)
	if err != nil || nothing == nothing {
		t.Errorf("no terms at all: %v (%v), want NaN", nothing, err)
	}
	for name, v := range map[string]fingerprint.Value{"too few": {Dense: []float32{1}}, "none": {}} {
		if _, err := Cosine(models.Info{Kind: models.Dense, Width: 2}, v, []float64{1, 0}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
