package search

import (
	"context"
	"time"

	"asterism/bench/mixture"
	"asterism/engine/search"
	"asterism/engine/store"
)

// inParallel calls fn for ranges [from, to) that cover n, on all cores, and tells of the progress.
func inParallel(ctx context.Context, what string, n int, fn func(from, to int) error) error {
	return inSteps(ctx, what, n, mixture.Step, fn)
}

// inSteps is inParallel in ranges of the given length.
func inSteps(ctx context.Context, what string, n, step int, fn func(from, to int) error) error {
	return mixture.InSteps(ctx, n, step, newProgress(what, n).Add, fn)
}

// buildIndex makes an index of n memories and says how long that took,
// mixing included.
func (b *bench) buildIndex(ctx context.Context, n int, src search.TokenSource, memory func(int) (*store.Memory, error)) (*search.Index, time.Duration, error) {
	ix := search.New(src)
	start := time.Now()
	err := mixture.Fill(ctx, ix, n, newProgress("mix and index memories", n).Add, memory)
	return ix, time.Since(start), err
}
