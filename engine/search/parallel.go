package search

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

var workspaces = sync.Pool{New: func() any { return &workspace{pick: make([]int32, 0, chunkRows)} }}

// parallel runs tasks 0 … n−1 on at most as many goroutines as there are processors. It stops early when ctx ends, and
// says so; it returns when all its goroutines have.
func parallel(ctx context.Context, n int, fn func(w *workspace, task int)) error {
	var next atomic.Int64
	work := func() {
		w := workspaces.Get().(*workspace)
		defer workspaces.Put(w)
		for ctx.Err() == nil {
			task := int(next.Add(1)) - 1
			if task >= n {
				return
			}
			fn(w, task)
		}
	}
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
	return ctx.Err()
}
