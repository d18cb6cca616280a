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

		"E1 multilingual":      {models.Semantic, models.PrecisionF32, 1e-5, multilingual},
		"E1 multilingual int8": {models.Semantic, models.PrecisionInt8, 0.03, multilingual},
	} {
		t.Run(name, func(t *testing.T) {
			m := makeTiny(t, c.space, c.precision, c.change)
			rows := drawRows(m.model, 500, mixed...)
			checkReference(t, m, rows, c.bound)
			checkBits(t, m.text(t), rows)
		})
	}
}

// multilingual makes of E1 the model of many languages.
func multilingual(s *drawn.Spec) { *s = drawn.Multilingual(drawn.Tiny) }

// TestPlacesBehindThePadding: XLM-R's places begin one behind the padding's id, and a <pad> that a text spells out is not counted; in every batch. The
// reference computes them row by row.
func TestPlacesBehindThePadding(t *testing.T) {
	m := makeTiny(t, models.Semantic, models.PrecisionF32, multilingual)
	rows := [][]int32{{0, 7, 1, 1, 9, 2}, {1, 1, 1}, {0, 2}, {0, 9, 7, 2, 8, 1}, {1, 5}}
	checkReference(t, m, rows, 1e-5)
	checkBits(t, m.text(t), rows)
	if f := m.model.QueryFrame; m.model.Window != 512 || len(f.Before) < 3 || f.Before[0] != 0 || f.After[0] != 2 {
		t.Errorf("window %d, frame %v: want 514 places less 2, and <s> … </s>", m.model.Window, f)
	}
	dir := writeTiny(t, models.Semantic, multilingual)
	set := func(key string, v any) func(map[string]any) { return func(c map[string]any) { c[key] = v } }
	checkRefused(t, dir, "config.json", models.Semantic, set("pad_token_id", 0), "pad_token_id is 0, but only 1")
	checkRefused(t, dir, "config.json", models.Semantic, set("max_position_embeddings", 2), "places begin at 2")
	checkRefused(t, dir, "config.json", models.Semantic, set("model_type", "bert"), "only xlm-roberta")
	checkRefused(t, dir, "sentence_bert_config.json", models.Semantic, set("max_seq_length", 514), "has 512 places")
}

// TestBitsProperty draws batches: rows of any length, any ids, any order, any padding; with the matrices mapped from their
// file, as the backend does for large models, and copied.
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
