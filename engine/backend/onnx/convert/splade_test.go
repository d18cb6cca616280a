package convert

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"asterism/models"
	"asterism/models/drawn"
	"asterism/models/drawn/reference"

	ort "github.com/yalue/onnxruntime_go"
)

// embedTerms gives for every row a weight for every id of the vocabulary, from the two outputs, and how many are given.
func embedTerms(t testing.TB, s *session, rows [][]int32, vocabulary int) ([][]float32, int) {
	t.Helper()
	length := 0
	for _, r := range rows {
		length = max(length, len(r))
	}
	ids, mask := make([]int64, len(rows)*length), make([]int64, len(rows)*length)
	for i, r := range rows {
		for k, id := range r {
			ids[i*length+k], mask[i*length+k] = int64(id), 1
		}
	}
	outputs := make([]ort.Value, 2)
	if err := s.Run([]ort.Value{tensorOf(t, ids, len(rows), length), tensorOf(t, mask, len(rows), length)}, outputs); err != nil {
		t.Fatal(err)
	}
	terms, weights := outputs[0].(*ort.Tensor[int64]).GetData(), outputs[1].(*ort.Tensor[float32]).GetData()
	n := len(terms) / len(rows)
	out := make([][]float32, len(rows))
	for i := range out {
		out[i] = make([]float32, vocabulary)
		for k := i * n; k < (i+1)*n; k++ {
			if weights[k] < 0 {
				t.Errorf("row %d: term %d has the weight %v", i, terms[k], weights[k])
			}
			out[i][terms[k]] = weights[k]
		}
	}
	for _, v := range outputs {
		v.Destroy()
	}
	return out, n
}

// greatest keeps the n greatest weights, which is all that the graph gives.
func greatest(v []float64, n int) []float64 {
	sorted := slices.Clone(v)
	slices.Sort(sorted)
	least := sorted[len(sorted)-n]
	out := slices.Clone(v)
	for i, x := range out {
		if x < least {
			out[i] = 0
		}
	}
	return out
}

func TestSPLADE(t *testing.T) {
	for name, c := range map[string]struct {
		precision string
		bound     float64
		change    func(*drawn.Spec)
	}{
		"float32": {models.PrecisionF32, 1e-5, nil},
		"float16": {models.PrecisionF32, 1e-5, func(s *drawn.Spec) { s.DType = drawn.F16 }},
		"int8":    {models.PrecisionInt8, 0.15, nil},
	} {
		t.Run(name, func(t *testing.T) {
			m := makeTiny(t, models.Sparse, c.precision, c.change)
			s, rows := m.text(t), drawRows(m.model, 500, 3, 64, 20, 65, 5)
			vocabulary := models.Sparse.Info().Width
			got, n := embedTerms(t, s, rows, vocabulary)
			if n != vocabulary/20 {
				t.Errorf("%d terms a row, want %d", n, vocabulary/20)
			}
			ref, err := reference.Open(m.dir)
			if err != nil {
				t.Fatal(err)
			}
			defer ref.Close()
			want, err := ref.Embed(context.Background(), reference.Rows(rows)...)
			if err != nil {
				t.Fatal(err)
			}
			worst := 0.0
			for i := range rows {
				worst = max(worst, distance(got[i], greatest(want[i].Terms, n)))
				alone, _ := embedTerms(t, s, rows[i:i+1], vocabulary)
				if !slices.Equal(alone[0], got[i]) {
					t.Errorf("row %d has other bits alone than with others", i)
				}
			}
			t.Logf("‖out − ref‖/‖ref‖ is at most %.2g over %d rows", worst, len(rows))
			if !(worst <= c.bound) {
				t.Errorf("‖out − ref‖/‖ref‖ is %.3g, want at most %g", worst, c.bound)
			}
			if d := distance(got[0], greatest(want[1].Terms, n)); d < 0.1 || math.IsNaN(d) {
				t.Errorf("two texts are %.3g apart: this shows nothing", d)
			}
		})
	}
}

// TestThreads: two threads that share the work of one session give the bits of one. (ScatterND, the plain way to take the
// greatest of a row's scores, loses some when two threads meet.)
func TestThreads(t *testing.T) {
	vocabulary := models.Splade.Info().Width
	m := makeTiny(t, models.Splade, models.PrecisionF32, nil)
	path := filepath.Join(m.dir, GraphName)
	one := m.text(t)
	two := openAs(t, path, []string{"input_ids", "attention_mask"}, m.model.Outputs, how{threads: 2})
	for range 4 {
		rows := drawRows(m.model, 500, 58, 116, 168, 30, 59)
		want, _ := embedTerms(t, one, rows, vocabulary)
		got, _ := embedTerms(t, two, rows, vocabulary)
		for i := range rows {
			if !slices.Equal(got[i], want[i]) {
				t.Errorf("row %d has other bits with two threads", i)
			}
		}
	}
}
