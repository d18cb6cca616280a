package embedder

import (
	"math"
	"strings"

	"asterism/engine/batch"
	"asterism/models"
)

// checkTexts are embedded on a GPU and on the processor to compare them: short, long, code, other scripts, nearly empty.
var checkTexts = []string{
	"PostgreSQL keeps the orders, since they are relations.",
	"func retry(ctx context.Context) error { for i := range 3 { if err := try(ctx); err == nil { return nil } }; return ctx.Err() }",
	"a",
	strings.Repeat("The gardener waters the beans at dawn, and the slugs come at dusk because the ground is wet. ", 12),
	"東京の夏は暑い。 Ωραία ιδέα! Быстрая лиса, déjà vu.",
	"1,024 of 65,536 tokens; 3.14159 … #42?",
	"Because the pump failed, the cellar filled with water.",
}

// checkBatches returns those texts as batches of a space: memories together, questions together, and one alone; for the image space also two
// generated images. Texts longer than a window are cut.
func (m *Embedder) checkBatches(s models.Space, texts []string) []*batch.Batch {
	switch s.Info().Origin {
	case models.FromText:
		return []*batch.Batch{batch.OfTexts(batch.Passage, texts)}
	case models.FromTime:
		return []*batch.Batch{batch.OfTimes(batch.Passage, []int64{0, 1_700_000_000e9, 1_780_000_000e9}, 1_780_000_000e9)}
	}
	d, ok := m.manifest.Model(s)
	if !ok {
		return nil
	}
	out := []*batch.Batch{
		m.checkBatch(d, batch.Passage, texts...), m.checkBatch(d, batch.Query, texts[:len(texts)/2]...), m.checkBatch(d, batch.Query, texts[0]),
	}
	if s == models.Multimodal && d.Image != nil {
		out = append(out, batch.OfImages(batch.Passage, [][]float32{checkImage(d.Image.Size, 1), checkImage(d.Image.Size, 7)}))
	}
	return out
}

func (m *Embedder) checkBatch(d *models.Model, role batch.Role, texts ...string) *batch.Batch {
	frame := batch.Frame(d.PassageFrame)
	if role == batch.Query {
		frame = batch.Frame(d.QueryFrame)
	}
	rows := make([][]int32, len(texts))
	for i, text := range texts {
		ids := m.tokenizers()[d.Tokenizer].Encode(nil, text)
		rows[i] = ids[:min(len(ids), d.Window-frame.Len())]
	}
	return batch.OfIDs(role, frame, rows)
}

// checkImage is an image of waves, float32 [3, size, size], with values in the range of prepared images.
func checkImage(size, waves int) []float32 {
	out := make([]float32, 0, 3*size*size)
	for c := range 3 {
		for y := range size {
			for x := range size {
				out = append(out, float32(1.5*math.Sin(float64(waves*(x+(c+1)*y))*2*math.Pi/float64(size))))
			}
		}
	}
	return out
}
