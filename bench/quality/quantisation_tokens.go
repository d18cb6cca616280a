package quality

import (
	"context"
	"fmt"
	"slices"

	"asterism/engine/fingerprint"
	"asterism/kernels"
	"asterism/models"
)

// tokenDepth is among how many documents, the best by the kept values, those of float32 are compared token by token: comparing all takes
// minutes a set. Rounding moves a document by far fewer places than that.
const tokenDepth = 200

// packedTokens are the kept values of documents as the kernel wants them, and those they were made of.
type packedTokens struct {
	values  []fingerprint.Value
	places  []int // of the documents that have a value
	nibbles []byte
	scales  []float32
	offsets []int32
}

// packTokens embeds documents in a space of token vectors.
func (e *Embedder) packTokens(ctx context.Context, docs []entry, space models.Space) (*packedTokens, error) {
	out := &packedTokens{offsets: []int32{0}}
	for first := 0; first < len(docs); first += libraryStep {
		values, err := e.documentValues(ctx, docs[first:min(first+libraryStep, len(docs))], space)
		if err != nil {
			return nil, err
		}
		for i, v := range values {
			p, err := fingerprint.Pack(space, v)
			if err != nil {
				return nil, fmt.Errorf("document %q: %w", docs[first+i].id, err)
			}
			if p.Absent() {
				continue
			}
			out.values, out.places = append(out.values, v), append(out.places, first+i)
			out.nibbles, out.scales = append(out.nibbles, p.Nibbles...), append(out.scales, p.Scales...)
			out.offsets = append(out.offsets, int32(len(out.scales)))
		}
	}
	return out, nil
}

// tokenScores is scores for token vectors: of the [tokenDepth] documents that are best by the kept values.
func (e *Embedder) tokenScores(ctx context.Context, docs []entry, asked []fingerprint.Value, space models.Space) (given, rounded [][]likeness, err error) {
	packed, err := e.packTokens(ctx, docs, space)
	if err != nil {
		return nil, nil, err
	}
	given, rounded = make([][]likeness, len(asked)), make([][]likeness, len(asked))
	return given, rounded, eachOf(ctx, len(asked), func(q int) error {
		if asked[q].Absent() || len(packed.values) == 0 {
			return nil
		}
		kept := make([]float32, len(packed.values))
		if err := kernels.MaxSim(asked[q].Vectors, packed.nibbles, packed.scales, packed.offsets, kept); err != nil {
			return err
		}
		best := kernels.TopK(kept, -2, tokenDepth)
		slices.Sort(best) // in the order of the documents, which settles ties
		for _, i := range best {
			place := packed.places[i]
			given[q] = append(given[q], likeness{place, plainSimilarity(space, asked[q], packed.values[i])})
			rounded[q] = append(rounded[q], likeness{place, float64(kept[i])})
		}
		return nil
	})
}
