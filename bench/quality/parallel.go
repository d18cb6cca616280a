package quality

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// eachOf does 0 … n−1 on as many goroutines as there are processors, and stops at the first error or at ctx's end.
func eachOf(ctx context.Context, n int, do func(i int) error) error {
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := 0; i < n && inner.Err() == nil; i++ {
		group.Go(func() error { return do(i) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}
