package engine

import (
	"context"
	"slices"

	"asterism/engine"

	"golang.org/x/sync/errgroup"
)

// `asterism ingest` hands its notes over like this.
const (
	batchSize = 128
	inFlight  = 4
)

// inBatches gives the items to do in batches, some at a time, as `asterism ingest` does.
func inBatches[T any](ctx context.Context, items []T, do func(context.Context, []T) error) error {
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(inFlight)
	for batch := range slices.Chunk(items, batchSize) {
		if inner.Err() != nil {
			break
		}
		group.Go(func() error { return do(inner, batch) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

// remember stores texts in an engine of this process.
func remember(ctx context.Context, e *engine.Engine, texts []string) error {
	return inBatches(ctx, texts, func(ctx context.Context, batch []string) error {
		notes := make([]engine.Note, len(batch))
		for i, t := range batch {
			notes[i].Content, notes[i].AllowDuplicate = t, true // every text, whatever is there
		}
		_, err := e.RememberAll(ctx, notes)
		return err
	})
}
