package onnx

import (
	"context"
	"testing"

	"asterism/engine/backend"
	"asterism/engine/backend/suite"
	"asterism/engine/batch"
	"asterism/engine/token"
	"asterism/models"
	"asterism/models/drawn"
	"asterism/models/drawn/profile"
)

// longestTiny is the most tokens of a row in these tests, the frame included: more than the 64 that rows are padded to inside.
const longestTiny = 80

// TestSuiteOnConverted: what convert makes gives the same bits alone, in any batch and in any order, in f32 and in int8.
// Its f32 weights are used where they lie in their file, as those of large models are.
func TestSuiteOnConverted(t *testing.T) {
	for _, precision := range []string{models.PrecisionF32, models.PrecisionInt8} {
		for _, s := range models.OfOrigin(models.FromModel).Spaces() {
			t.Run(precision+" "+s.Code(), func(t *testing.T) {
				m, err := profile.Write(context.Background(), t.TempDir(), drawn.Tiny, precision, s)
				if err != nil {
					t.Fatal(err)
				}
				d := &m.Models[0]
				tok, err := token.Load(m.Path(m.Tokenizers[d.Tokenizer]))
				if err != nil {
					t.Fatal(err)
				}
				for role, frame := range map[batch.Role]models.Frame{batch.Passage: d.PassageFrame, batch.Query: d.QueryFrame} {
					suite.Run(t, suite.Config{
						Open:       func(t *testing.T) backend.Backend { return openWith(t, Options{Manifest: m, mapFrom: 1}) },
						Batches:    3,
						Vocabulary: tok.VocabSize(),
						MaxTokens:  min(d.Window, longestTiny) - frame.Len(),
						Frame:      func(models.Space) batch.Frame { return batch.Frame(frame) },
						Role:       role,
					})
				}
			})
		}
	}
}
