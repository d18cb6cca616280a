package onnx

import (
	"math"
	"slices"
	"strings"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// termsOf decodes one row of the given pairs in a vocabulary of 100, of which 5 may be active.
func termsOf(t *testing.T, w *workspace, ids []int64, weights []float32) ([]fingerprint.TermWeight, error) {
	t.Helper()
	m := &model{info: models.Info{Kind: models.Terms, Width: 100}, pairs: pairs{perToken: len(ids)}}
	w.length, w.terms, w.floats[0] = 1, ids, weights
	return m.decodeTerms(w, 0)
}

func TestDecodeTerms(t *testing.T) {
	nan := float32(math.NaN())
	for name, c := range map[string]struct {
		ids     []int64
		weights []float32
		want    []fingerprint.TermWeight
		says    string
	}{
		"ascending, greatest of equals": {[]int64{9, 3, 9, 3}, []float32{1, 2, 5, 1}, []fingerprint.TermWeight{{ID: 3, Weight: 2}, {ID: 9, Weight: 5}}, ""},
		"nothing at or below zero":      {[]int64{1, 2, 3}, []float32{0, -1, 4}, []fingerprint.TermWeight{{ID: 3, Weight: 4}}, ""},
		"ids of dropped pairs are free": {[]int64{-7, 3}, []float32{0, 4}, []fingerprint.TermWeight{{ID: 3, Weight: 4}}, ""},
		"five at most, lower ids first": {[]int64{60, 50, 40, 30, 20, 10, 99}, []float32{1, 1, 1, 2, 1, 1, 3},
			[]fingerprint.TermWeight{{ID: 10, Weight: 1}, {ID: 20, Weight: 1}, {ID: 30, Weight: 2}, {ID: 40, Weight: 1}, {ID: 99, Weight: 3}}, ""},
		"first and last id": {[]int64{99, 0}, []float32{1, 1}, []fingerprint.TermWeight{{ID: 0, Weight: 1}, {ID: 99, Weight: 1}}, ""},
		"id too large":      {[]int64{5, 100}, []float32{1, 1}, nil, "term 100"},
		"negative id":       {[]int64{5, -1}, []float32{1, 1}, nil, "term -1"},
		"not a number":      {[]int64{5, 6}, []float32{1, nan}, nil, "NaN"},
		"infinite":          {[]int64{5, 6}, []float32{1, float32(math.Inf(1))}, nil, "+Inf"},
	} {
		t.Run(name, func(t *testing.T) {
			w := new(workspace)
			got, err := termsOf(t, w, c.ids, c.weights)
			if c.says != "" {
				if err == nil || !strings.Contains(err.Error(), c.says) {
					t.Errorf("error is %v, want one that says %q", err, c.says)
				}
			} else if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("terms are %v (%v), want %v", got, err, c.want)
			}
			if i := slices.IndexFunc(w.score, func(v float32) bool { return v != 0 }); i >= 0 {
				t.Errorf("the scratch table still holds %v for id %d: the next row would see it", w.score[i], i)
			}
		})
	}
}

func TestJoinVectors(t *testing.T) {
	unit, zero, long, nan := []float32{0.6, 0.8}, []float32{0, 0}, []float32{1, 1}, []float32{float32(math.NaN()), 0}
	if got, err := joinVectors(unit, unit); err != nil || !slices.Equal(got, []float32{0.6, 0.8, 0.6, 0.8}) {
		t.Errorf("two unit vectors give %v, %v", got, err)
	}
	if got, err := joinVectors(unit, zero); err != nil || got != nil {
		t.Errorf("a zero vector gives %v, %v, want absent", got, err)
	}
	for _, bad := range [][]float32{long, nan} {
		if _, err := joinVectors(bad); err == nil {
			t.Errorf("%v, which is not of unit length, was taken", bad)
		}
	}
}
