package quality

import (
	"context"
	"fmt"
	"math"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// proofPart is how many texts are embedded before their values are packed: a fingerprint in float32 takes up to 100 KB.
const proofPart = 2048

// questions embeds texts as questions in some spaces.
func (b *prover) questions(ctx context.Context, texts []string, spaces ...models.Space) ([]fingerprint.Fingerprint, error) {
	return b.embedder.EmbedIn(ctx, texts, true, models.SetOf(spaces...))
}

// memories embeds texts as memories in some spaces and packs them as a store keeps them.
func (b *prover) memories(ctx context.Context, texts []string, spaces ...models.Space) ([]fingerprint.Record, error) {
	out := make([]fingerprint.Record, len(texts))
	for first := 0; first < len(texts); first += proofPart {
		part := texts[first:min(first+proofPart, len(texts))]
		prints, err := b.embedder.EmbedIn(ctx, part, false, models.SetOf(spaces...))
		if err != nil {
			return nil, err
		}
		for i := range prints {
			for _, s := range spaces {
				if out[first+i][s], err = fingerprint.Pack(s, prints[i][s]); err != nil {
					return nil, fmt.Errorf("text %d, %.40q: %w", first+i, part[i], err)
				}
			}
		}
	}
	return out, nil
}

// oneSpace returns the questions' values and the memories' stored ones in one space, texts of the same index side by side.
func (b *prover) oneSpace(ctx context.Context, s models.Space, asked, remembered []string) (q, m []fingerprint.Value, err error) {
	prints, err := b.questions(ctx, asked, s)
	if err != nil {
		return nil, nil, err
	}
	records, err := b.memories(ctx, remembered, s)
	if err != nil {
		return nil, nil, err
	}
	q, m = make([]fingerprint.Value, len(prints)), make([]fingerprint.Value, len(records))
	for i := range prints {
		if q[i] = prints[i][s]; q[i].Absent() {
			return nil, nil, fmt.Errorf("%v has no value for %q", s, asked[i])
		}
	}
	for i := range records {
		if m[i] = fingerprint.Unpack(s, &records[i][s]); m[i].Absent() {
			return nil, nil, fmt.Errorf("%v has no value for %q", s, remembered[i])
		}
	}
	return q, m, nil
}

// cosines compares each question with the memory of the same place, in a dense space; NaN where the space has no value for one of them.
func (b *prover) cosines(ctx context.Context, s models.Space, asked, remembered []string) ([]float64, error) {
	prints, err := b.questions(ctx, asked, s)
	if err != nil {
		return nil, err
	}
	records, err := b.memories(ctx, remembered, s)
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(prints))
	for i := range prints {
		out[i] = math.NaN()
		if v := fingerprint.Unpack(s, &records[i][s]); !v.Absent() && !prints[i][s].Absent() {
			out[i] = dot(prints[i][s].Dense, v.Dense)
		}
	}
	return out, nil
}
