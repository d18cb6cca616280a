package main

import (
	"context"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"asterism/engine/search"
	"asterism/engine/store"
)

// buildStep is how many memories a worker makes at a time.
const buildStep = 256

// inParallel calls fn for ranges [from, to) that cover n, on all cores, and tells of the progress.
func inParallel(ctx context.Context, what string, n int, fn func(from, to int) error) error {
	return inSteps(ctx, what, n, buildStep, fn)
}

// inSteps is inParallel in ranges of the given length.
func inSteps(ctx context.Context, what string, n, step int, fn func(from, to int) error) error {
	p := newProgress(what, n)
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for from := 0; from < n && inner.Err() == nil; from += step {
		to := min(from+step, n)
		group.Go(func() error {
			if err := inner.Err(); err != nil {
				return err
			}
			if err := fn(from, to); err != nil {
				return err
			}
			p.add(to - from)
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

// buildIndex makes an index of n memories and says how long that took,
// mixing included.
func (b *bench) buildIndex(ctx context.Context, n int, src search.TokenSource, memory func(int) (*store.Memory, error)) (*search.Index, time.Duration, error) {
	ix := search.New(src)
	start := time.Now()
	err := inParallel(ctx, "mix and index memories", n, func(from, to int) error {
		for i := from; i < to; i++ {
			m, err := memory(i)
			if err == nil {
				err = ix.Add(m)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	return ix, time.Since(start), err
}
