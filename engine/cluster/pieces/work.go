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
	// fetchWait is how long one request for a piece waits before Work checks whether there may be more.
	fetchWait = 2 * time.Second
	// retryPause is how long a piece rests after an error, and how long Work waits when the servers do not answer.
	retryPause = time.Second
	// ackWait bounds the report that a piece is done.
	ackWait = 5 * time.Second
	// consumerName is the name of the consumer that all nodes share.
	consumerName = "nodes"
)

// Piece is a piece that this node has taken.
type Piece struct {
	Data []byte
	Try  int // 1: no node had it before
}

// Work takes up to atOnce pieces at the same time while more returns true, and returns when the last of them is finished. do works on one piece. If it returns nil the piece is
// done; with an error it goes back for another try. When ctx ends, the pieces in work go back at once.
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

// next takes a piece, if one comes within fetchWait, and works on it.
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

// handle works on a piece and meanwhile reports that. If the reports are lost, the piece is delivered again.
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
