package engine

import (
	"context"
	"sync"
	"time"

	"asterism/engine/queue"
)

// queue measures how fast work changes hands from four producers to one consumer, in turn: our queue against a bare Go
// channel of the same capacity, which cannot give up waiting; and against a channel in a select with the caller's
// context, which can.
func (b *bench) queue(ctx context.Context) ([]Row, error) {
	const items, runs = 400_000, 7
	var ratio, fair, ours, channels []float64
	for range runs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		q := handOver(items, newQueue(ctx))
		c := handOver(items, newChannel())
		s := handOver(items, newSelect(ctx))
		ratio, fair = append(ratio, c.Seconds()/q.Seconds()), append(fair, s.Seconds()/q.Seconds())
		ours, channels = append(ours, items/1e6/q.Seconds()), append(channels, items/1e6/c.Seconds())
	}
	return []Row{
		higher("queue_vs_channel", "x", 1, ratio...),
		higher("queue_vs_channel_in_select", "x", noGoal, fair...),
		higher("queue.million_per_s", "M/s", noGoal, ours...),
		higher("queue.channel_million_per_s", "M/s", noGoal, channels...),
	}, nil
}

// handOff is something that values are pushed into and popped from.
type handOff struct {
	push func(int)
	pop  func() int
}

const queueCapacity = 1024

// Errors are left aside in both: nothing is closed, and a cancelled benchmark ends after the run.
func newQueue(ctx context.Context) handOff {
	q := queue.New[int](queueCapacity)
	return handOff{func(v int) { _ = q.Push(ctx, v) }, func() int { v, _ := q.Pop(ctx); return v }}
}

func newChannel() handOff {
	c := make(chan int, queueCapacity)
	return handOff{func(v int) { c <- v }, func() int { return <-c }}
}

func newSelect(ctx context.Context) handOff {
	c := make(chan int, queueCapacity)
	push := func(v int) {
		select {
		case c <- v:
		case <-ctx.Done():
		}
	}
	pop := func() int {
		select {
		case v := <-c:
			return v
		case <-ctx.Done():
			return 0
		}
	}
	return handOff{push, pop}
}

// handOver is the time that n items take from four producers to one consumer.
func handOver(n int, h handOff) time.Duration {
	var producers sync.WaitGroup
	start := time.Now()
	for range 4 {
		producers.Go(func() {
			for i := range n / 4 {
				h.push(i)
			}
		})
	}
	for range n / 4 * 4 {
		h.pop()
	}
	producers.Wait()
	return time.Since(start)
}
