package queue_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"asterism/engine/queue"
)

// A full queue returns an error: a caller that gets no place in time learns when to retry. Accepted values can still be popped after
// Close.
func ExampleQueue() {
	ctx := context.Background()
	q := queue.New[string](2)
	for _, v := range []string{"first", "second"} {
		if err := q.Push(ctx, v); err != nil {
			fmt.Println(err)
		}
	}
	err := q.PushWithin(ctx, "third", time.Millisecond)
	fmt.Println("busy:", errors.Is(err, queue.ErrBusy))
	q.Close()
	for {
		v, err := q.Pop(ctx)
		if err != nil {
			fmt.Println("closed:", errors.Is(err, queue.ErrClosed))
			return
		}
		fmt.Println(v)
	}
	// Output:
	// busy: true
	// first
	// second
	// closed: true
}
