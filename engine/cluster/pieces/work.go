package pieces

import (
	"context"
	"errors"
	"fmt"
	"time"

	"asterism/engine/caught"
	"asterism/engine/cluster/agreed"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	// fetchWait is how long one question for a piece waits, after which it is looked whether there may be more.
	fetchWait = 2 * time.Second
	// retryPause is how long a piece rests that was given back with an error, and who asks for one when the servers do not answer.
	retryPause = time.Second
	// ackWait is how long it may take to say that a piece is done.
	ackWait = 5 * time.Second
	// consumerName is what all nodes take from.
	consumerName = "nodes"
)

// Piece is one that this node has taken.
type Piece struct {
	Data []byte
	Try  int // 1 when no node had it before
}

// Work takes pieces, so many at a time, as long as more says so, and returns when the last of them is dealt with. do does one: nil says that it is done, and with an error it is
// given back for another try. When ctx ends, what is at work is given back at once.
func (q *Queue) Work(ctx context.Context, atOnce int, more func() bool, do func(context.Context, *Piece) error) error {
	var c jetstream.Consumer
	err := agreed.Again(ctx, func(ctx context.Context) (err error) {
		c, err = q.stream.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: q.Silence, MaxAckPending: -1})
		return err
	})
	if err != nil {
		return fmt.Errorf("take work of cluster %s: %w", q.Cluster, err)
	}
	g := caught.NewGroup()
	for range atOnce {
		g.Go(func() error {
			for ctx.Err() == nil && more() {
				q.next(ctx, c, do)
			}
			return nil
		})
	}
	return g.Wait()
}

// next takes a piece, if one comes in a while, and does it.
func (q *Queue) next(ctx context.Context, c jetstream.Consumer, do func(context.Context, *Piece) error) {
	waiting, stop := context.WithTimeout(ctx, fetchWait)
	defer stop()
	got, err := c.Fetch(1, jetstream.FetchContext(waiting))
	if err != nil {
		pause(ctx)
		return
	}
	for m := range got.Messages() {
		q.handle(ctx, m, do)
	}
	if err := got.Error(); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		pause(ctx)
	}
}

func pause(ctx context.Context) {
	select {
	case <-time.After(retryPause):
	case <-ctx.Done():
	}
}

// handle does a piece, and says meanwhile that this node is at work on it. Words that do not arrive make it come again.
func (q *Queue) handle(ctx context.Context, m jetstream.Msg, do func(context.Context, *Piece) error) {
	done := make(chan struct{})
	said := make(chan struct{})
	go func() {
		defer close(said)
		_ = caught.Do(func() { q.sayWorking(m, done) })
	}()
	err := caught.Run(func() error {
		about, err := m.Metadata()
		if err != nil {
			return err
		}
		return do(ctx, &Piece{m.Data(), int(about.NumDelivered)})
	})
	close(done)
	<-said
	switch {
	case err == nil:
		within, stop := context.WithTimeout(context.WithoutCancel(ctx), ackWait)
		defer stop()
		_ = m.DoubleAck(within)
	case ctx.Err() != nil:
		_ = m.Nak()
	default:
		_ = m.NakWithDelay(retryPause)
	}
}

func (q *Queue) sayWorking(m jetstream.Msg, done <-chan struct{}) {
	t := time.NewTicker(q.Silence / 4)
	defer t.Stop()
	for {
		select {
		case <-done:
			return
		case <-t.C:
			_ = m.InProgress()
		}
	}
}
