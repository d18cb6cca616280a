package convert

import (
	"testing"

	"asterism/models"
	"asterism/models/drawn"

	"pgregory.net/rapid"
)

// mixed are lengths on both sides of a block's border.
var mixed = []int{5, 64, 65, 17}

func TestBERT(t *testing.T) {
	for name, c := range map[string]struct {
		space     models.Space
		precision string
		bound     float64
		change    func(*drawn.Spec)
	}{
		"E1":         {models.Semantic, models.PrecisionF32, 1e-5, nil},
		"E8":         {models.Graph, models.PrecisionF32, 1e-5, nil},
		"E11":        {models.Entity, models.PrecisionF32, 1e-5, nil},
		"E11 shards": {models.Entity, models.PrecisionF32, 1e-5, func(s *drawn.Spec) { s.Shards, s.DType = 2, drawn.F16 }},
		"E1 int8":    {models.Semantic, models.PrecisionInt8, 0.03, nil},
		"E8 int8":    {models.Graph, models.PrecisionInt8, 0.03, nil},
	} {
		t.Run(name, func(t *testing.T) {
			m := makeTiny(t, c.space, c.precision, c.change)
			rows := drawRows(m.model, 500, mixed...)
			checkReference(t, m, rows, c.bound)
			checkBits(t, m.text(t), rows)
		})
	}
}

// TestBitsProperty draws batches: rows of any length, any ids, any order, any padding; with the matrices where they lie in
// their file, as the backend has it for large models, and laid out anew.
func TestBitsProperty(t *testing.T) {
	for _, precision := range []string{models.PrecisionF32, models.PrecisionInt8} {
		for space, mapped := range map[models.Space]bool{models.Entity: false, models.Causal: true} {
			t.Run(space.Code()+" "+precision, func(t *testing.T) {
				s := makeTiny(t, space, precision, nil).open(t, mapped)
				row := rapid.SliceOfN(rapid.Int32Range(0, 600), 2, 150)
				rapid.Check(t, func(r *rapid.T) {
					rows := rapid.SliceOfN(row, 1, 5).Draw(r, "rows")
					together := s.embed(t, rows, rapid.IntRange(0, 130).Draw(r, "padding"))
					for i := range rows {
						alone := s.embed(t, rows[i:i+1], 0)[0]
						for k := range alone {
							if alone[k] != together[i][k] {
								r.Fatalf("row %d, number %d: %v alone, %v in the batch", i, k, alone[k], together[i][k])
							}
						}
					}
				})
			})
		}
	}
}
