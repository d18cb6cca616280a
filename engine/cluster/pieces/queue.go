package pieces

import (
	"context"
	"errors"
	"fmt"
	"time"

	"asterism/engine/cluster/agreed"
	"asterism/engine/cluster/journal/stream"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// Silence is how long a node may report nothing about a piece that it works on.
	Silence = 10 * time.Second
	// KeptFor is how long a piece waits for a node.
	KeptFor = 10 * time.Minute
	// mostBytes bounds the pieces in the queue. Beyond it, Put waits.
	mostBytes = 256 << 20
)

// Options are the settings of a queue.
type Options struct {
	Cluster  string
	Replicas int           // number of servers that keep it, if there are as many
	Silence  time.Duration // 0: [Silence]
}

// Queue is the queue of a cluster. It is safe for concurrent use.
type Queue struct {
	Options
	js     jetstream.JetStream
	stream jetstream.Stream
}

// Open opens the queue, or makes it if there is none: on one server if there are too few.
func Open(ctx context.Context, conn *nats.Conn, o Options) (*Queue, error) {
	if o.Silence == 0 {
		o.Silence = Silence
	}
	q := &Queue{Options: o}
	var err error
	if q.js, err = jetstream.New(conn); err == nil {
		err = agreed.Again(ctx, q.open)
	}
	if err != nil {
		return nil, fmt.Errorf("open the queue of work of cluster %s: %w", o.Cluster, err)
	}
	return q, nil
}

// open finds or makes the stream. The only change to an existing stream is more servers: JetStream does not take changes well while others read from the stream.
func (q *Queue) open(ctx context.Context) (err error) {
	name := "ASTERISM_" + q.Cluster + "_PIECES"
	q.stream, err = q.js.Stream(ctx, name)
	if err == nil {
		_, err = stream.Grow(ctx, q.js, name, q.Replicas)
		return err
	}
	if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return err
	}
	return stream.Spread(q.Replicas, func(replicas int) (err error) {
		q.stream, err = q.js.CreateStream(ctx, jetstream.StreamConfig{
			Name: name, Subjects: []string{q.subject("*")}, Storage: jetstream.FileStorage, Replicas: replicas,
			Retention: jetstream.WorkQueuePolicy, MaxAge: KeptFor, MaxBytes: mostBytes, Discard: jetstream.DiscardNew,
		})
		return err
	})
}

func (q *Queue) subject(id string) string { return "asterism." + q.Cluster + ".pieces." + id }

// Put adds a piece for any node. The same id within two minutes is the same piece. An id has letters and digits.
func (q *Queue) Put(ctx context.Context, id string, data []byte) error {
	err := agreed.Again(ctx, func(ctx context.Context) error {
		_, err := q.js.Publish(ctx, q.subject(id), data, jetstream.WithMsgID(id))
		return err
	})
	if err != nil {
		return fmt.Errorf("hand out a piece of %d bytes: %w", len(data), err)
	}
	return nil
}

// Has reports whether a piece waits for a node or is being worked on.
func (q *Queue) Has(ctx context.Context, id string) (bool, error) {
	info, err := q.stream.Info(ctx, jetstream.WithSubjectFilter(q.subject(id)))
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look for a piece: %w", err)
	}
	return info.State.Subjects[q.subject(id)] > 0, nil
}

// Drop removes a piece. A node that works on it is not notified.
func (q *Queue) Drop(ctx context.Context, id string) error {
	if err := q.stream.Purge(ctx, jetstream.WithPurgeSubject(q.subject(id))); err != nil {
		return fmt.Errorf("take a piece back: %w", err)
	}
	return nil
}

// Len returns how many pieces wait for a node or are being worked on.
func (q *Queue) Len(ctx context.Context) (int, error) {
	info, err := q.stream.Info(ctx)
	if err != nil {
		return 0, fmt.Errorf("count the pieces of work: %w", err)
	}
	return int(info.State.Msgs), nil
}
