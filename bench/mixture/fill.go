package mixture

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"

	"asterism/engine/search"
	"asterism/engine/store"
)

// Step is how many memories a worker makes at a time.
const Step = 256

// InSteps calls fn for ranges [from, to) of the given length that cover n, on all cores, and done with the length of each that is over.
func InSteps(ctx context.Context, n, step int, done func(int), fn func(from, to int) error) error {
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
			done(to - from)
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

// Fill adds n memories to an index.
func Fill(ctx context.Context, ix *search.Index, n int, done func(int), memory func(int) (*store.Memory, error)) error {
	return InSteps(ctx, n, Step, done, func(from, to int) error {
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
}
