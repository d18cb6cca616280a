package mcp

import (
	"context"

	"asterism/engine"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// Embed returns, for text i, values of each space's kind that begin with i + 1.
func (f *fakeEngine) Embed(_ context.Context, q engine.EmbedQuestion) (*engine.Embedded, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = q
	out := &engine.Embedded{Device: "cpu", Time: q.Time}
	if q.Time.IsZero() {
		out.Time = f.now()
	}
	for i, text := range q.Texts {
		var print fingerprint.Fingerprint
		for _, s := range q.Spaces.Spaces() {
			print[s] = fakeValue(s.Info(), float32(i+1))
			for range f.tokens {
				print[s].Vectors = append(print[s].Vectors, print[s].Vectors[:min(len(print[s].Vectors), s.Info().Width)]...)
			}
		}
		out.Values, out.Tokens = append(out.Values, print), append(out.Tokens, len(text))
	}
	return out, nil
}

func fakeValue(info models.Info, x float32) (v fingerprint.Value) {
	row := make([]float32, info.Width)
	row[0] = x
	switch info.Kind {
	case models.Pair:
		v.Dense = append(row, row...)
	case models.Terms:
		v.Terms = []fingerprint.TermWeight{{ID: 7, Weight: x}, {ID: 9, Weight: .5}}
	case models.Binary:
		v.Bits = []uint64{uint64(x), 1}
	case models.Tokens:
		v.Vectors = append(row, row...)
	default:
		v.Dense = row
	}
	return v
}
