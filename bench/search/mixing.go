package search

import (
	"context"
	"fmt"

	"asterism/bench/mixture"
	"asterism/bench/report"
	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"
)

// mixing tells whether mixtures lie as real memories do: for each space how near the nearest other memory is, among as many
// mixtures as there are real memories. Mixtures that are nearer to each other than real ones make the best ten hard to tell
// apart; mixtures that are farther make it easy. The tokens of E12 are not mixed, and the temporal spaces follow from the times.
func (b *bench) mixing(ctx context.Context) ([]Row, error) {
	m, err := b.mixer(ctx)
	if err != nil {
		return nil, err
	}
	var rows []Row
	for _, kind := range []struct {
		name   string
		memory func(int) (*store.Memory, error)
	}{{"real", func(n int) (*store.Memory, error) { return realMemory(m, n) }}, {"mixed", m.Memory}} {
		nearest, err := b.nearest(ctx, kind.memory)
		if err != nil {
			return nil, err
		}
		for _, s := range mixedSpaces.Spaces() {
			if len(nearest[s]) == 0 {
				continue
			}
			for _, p := range []float64{10, 50, 90} {
				rows = append(rows, higher(fmt.Sprintf("mixing.%s.%s_nearest_p%.0f", s.Code(), kind.name, p), "similarity", noGoal, report.Percentile(nearest[s], p)))
			}
		}
	}
	return rows, nil
}

// mixedSpaces are those whose values a mixture has of its own.
var mixedSpaces = models.All.Without(models.OfOrigin(models.FromTime) | models.SetOf(models.LateInteraction))

// realMemory is the n-th real memory.
func realMemory(m *mixture.Mixer, n int) (*store.Memory, error) {
	when := mixture.AsOf.AddDate(0, 0, -n%700)
	return &store.Memory{ID: mixture.IDOf(n, n, when), Version: 1, Namespace: "default", Modality: "text", Time: when, Record: m.Base.Records[n]}, nil
}

// nearest is the similarity to the nearest other memory, in every space, of a sample of memories.
func (b *bench) nearest(ctx context.Context, memory func(int) (*store.Memory, error)) (out [models.Count][]float64, err error) {
	ix, _, err := b.buildIndex(ctx, b.texts, nil, memory)
	if err != nil {
		return out, err
	}
	for i := range b.sample {
		m, err := memory(i * (b.texts / b.sample))
		if err != nil {
			return out, err
		}
		if err := addNearest(ctx, ix, m, &out); err != nil {
			return out, err
		}
	}
	return out, nil
}

func addNearest(ctx context.Context, ix *search.Index, m *store.Memory, out *[models.Count][]float64) error {
	var values fingerprint.Fingerprint
	for _, s := range mixedSpaces.Spaces() {
		values[s] = fingerprint.Unpack(s, &m.Record[s])
	}
	near, err := ix.Neighbours(ctx, "", &values, m.Time, 2, mixedSpaces)
	if err != nil {
		return err
	}
	for s, list := range near {
		for _, n := range list {
			if n.ID != m.ID {
				out[s] = append(out[s], n.Similarity)
				break
			}
		}
	}
	return nil
}
