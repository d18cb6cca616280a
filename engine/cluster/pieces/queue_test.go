package pieces

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"asterism/engine/cluster/natstest"

	"github.com/nats-io/nats.go"
)

const patience = 2 * time.Minute // only used up when a test fails

func openQueue(ctx context.Context, t *testing.T, conn *nats.Conn, silence time.Duration) *Queue {
	t.Helper()
	q, err := Open(ctx, conn, Options{Cluster: "test", Replicas: 3, Silence: silence})
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// tally counts how often each piece was done, until all are.
type tally struct {
	mu   sync.Mutex
	done map[string]int
	want int
	all  chan struct{}
}

func newTally(want int) *tally {
	return &tally{done: map[string]int{}, want: want, all: make(chan struct{})}
}

func (c *tally) add(p *Piece) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done[string(p.Data)]++
	if len(c.done) == c.want && c.done[string(p.Data)] == 1 {
		close(c.all)
	}
}

func (c *tally) await(ctx context.Context, t *testing.T) {
	t.Helper()
	select {
	case <-c.all:
	case <-ctx.Done():
		c.mu.Lock()
		defer c.mu.Unlock()
		t.Fatalf("%d of %d pieces were done", len(c.done), c.want)
	}
}

func put(ctx context.Context, t *testing.T, q *Queue, n int) (ids []string) {
	t.Helper()
	for i := range n {
		ids = append(ids, fmt.Sprint("p", i))
		if err := q.Put(ctx, ids[i], []byte(ids[i])); err != nil {
			t.Fatal(err)
		}
	}
	return ids
}

// awaitNone returns when the queue is empty.
func awaitNone(ctx context.Context, t *testing.T, q *Queue, ids []string) {
	t.Helper()
	for _, id := range ids {
		for {
			has, err := q.Has(ctx, id)
			if ctx.Err() != nil {
				t.Fatalf("piece %s is still there: %v", id, err)
			}
			if err == nil && !has {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// TestEveryPieceIsDone by one of the workers and then deleted. A piece that was put twice is one piece, and a returned piece is done at another try.
func TestEveryPieceIsDone(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	servers := natstest.Start(t, 1)
	c := newTally(20)
	var failed atomic.Bool
	working, end := context.WithCancel(ctx)
	var workers sync.WaitGroup
	for range 3 {
		q := openQueue(ctx, t, servers.Connect(0), 0)
		workers.Go(func() {
			err := q.Work(working, 2, func() bool { return true }, func(_ context.Context, p *Piece) error {
				if string(p.Data) == "p7" && failed.CompareAndSwap(false, true) {
					if p.Try != 1 {
						t.Errorf("the first try is number %d", p.Try)
					}
					return errors.New("the device is lost")
				}
				c.add(p)
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	q := openQueue(ctx, t, servers.Connect(0), 0)
	ids := put(ctx, t, q, 20)
	put(ctx, t, q, 3)
	c.await(ctx, t)
	awaitNone(ctx, t, q, ids)
	end()
	workers.Wait()
	for id, n := range c.done {
		if n != 1 {
			t.Errorf("%s was done %d times", id, n)
		}
	}
	if !failed.Load() {
		t.Error("no piece was given back")
	}
}

// TestAWorkerThatEndsGivesItsPiecesBack: at once if it is ended, and after Silence if it is cut off. A piece that takes longer stays with a worker that keeps reporting.
func TestAWorkerThatEndsGivesItsPiecesBack(t *testing.T) {
	const silence = time.Second
	for name, end := range map[string]func(conn *nats.Conn, stop context.CancelFunc){
		"ended":   func(_ *nats.Conn, stop context.CancelFunc) { stop() },
		"cut off": func(conn *nats.Conn, _ context.CancelFunc) { conn.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithTimeout(t.Context(), patience)
			defer stop()
			servers := natstest.Start(t, 1)
			q := openQueue(ctx, t, servers.Connect(0), silence)
			ids := put(ctx, t, q, 4)
			conn := servers.Connect(0)
			dying, kill := context.WithCancel(ctx)
			var taken sync.WaitGroup
			taken.Add(2)
			var workers sync.WaitGroup
			workers.Go(func() {
				_ = openQueue(ctx, t, conn, silence).Work(dying, 2, func() bool { return dying.Err() == nil }, func(ctx context.Context, _ *Piece) error {
					taken.Done()
					<-ctx.Done()
					return ctx.Err()
				})
			})
			taken.Wait()
			c := newTally(4)
			working, enough := context.WithCancel(ctx)
			workers.Go(func() {
				_ = q.Work(working, 2, func() bool { return true }, func(_ context.Context, p *Piece) error { c.add(p); return nil })
			})
			end(conn, kill)
			c.await(ctx, t)
			awaitNone(ctx, t, q, ids)
			kill()
			enough()
			workers.Wait()
		})
	}
}

// TestAPieceThatIsTakenBack is not done.
func TestAPieceThatIsTakenBack(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	servers := natstest.Start(t, 1)
	q := openQueue(ctx, t, servers.Connect(0), 0)
	ids := put(ctx, t, q, 2)
	if has, err := q.Has(ctx, ids[0]); !has || err != nil {
		t.Errorf("it is not there: %v", err)
	}
	if err := q.Drop(ctx, ids[0]); err != nil {
		t.Fatal(err)
	}
	if has, err := q.Has(ctx, ids[0]); has || err != nil {
		t.Errorf("it is there: %v", err)
	}
	c := newTally(1)
	working, enough := context.WithCancel(ctx)
	var worker sync.WaitGroup
	worker.Go(func() {
		_ = q.Work(working, 1, func() bool { return true }, func(_ context.Context, p *Piece) error { c.add(p); return nil })
	})
	c.await(ctx, t)
	awaitNone(ctx, t, q, ids)
	enough()
	worker.Wait()
	if c.done[ids[1]] != 1 {
		t.Errorf("done: %v", c.done)
	}
}
