package search

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"asterism/engine/caught"
)

var workspaces = sync.Pool{New: func() any { return &scratch{pick: make([]int32, 0, chunkRows)} }}

// inTurn marks a context in which [parallel] runs its tasks on the calling goroutine alone, because enough other goroutines run already.
type inTurn struct{}

// parallel runs tasks 0 … n−1 on at most as many goroutines as there are processors. It stops early when ctx ends or a task fails, by an error or a panic, and
// returns that error. It returns after all its goroutines have ended.
func parallel(ctx context.Context, n int, fn func(w *scratch, task int) error) error {
	var next atomic.Int64
	var failed atomic.Pointer[error]
	tasks := func() error {
		w := workspaces.Get().(*scratch)
		for ctx.Err() == nil && failed.Load() == nil {
			task := int(next.Add(1)) - 1
			if task >= n {
				break
			}
			if err := fn(w, task); err != nil {
				return err
			}
		}
		workspaces.Put(w) // the scratch memory of a failed task does not return to the pool
		return nil
	}
	work := func() {
		if err := caught.Run(tasks); err != nil {
			failed.CompareAndSwap(nil, &err)
		}
	}
	var wg sync.WaitGroup
	if ctx.Value(inTurn{}) == nil {
		for range min(runtime.GOMAXPROCS(0), n) - 1 {
			wg.Go(work)
		}
	}
	work()
	wg.Wait()
	if err := failed.Load(); err != nil {
		return *err
	}
	return ctx.Err()
}
