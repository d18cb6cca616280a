package agreed

import (
	"context"
	"errors"
	"fmt"
	"time"

	"asterism/engine/cluster/journal/stream"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// answerWait is the time limit of one attempt: a server that is just starting or ending may never answer.
	answerWait = 4 * time.Second
	// pauseBetween is the pause between two attempts.
	pauseBetween = 100 * time.Millisecond
)

// Again calls fn, each time with its own time limit, until it succeeds, fails with a permanent error, or ctx ends.
func Again(ctx context.Context, fn func(context.Context) error) error {
	for {
		once, stop := context.WithTimeout(ctx, answerWait)
		err := fn(once)
		stop()
		if err == nil || !Passes(err) {
			return err
		}
		select {
		case <-time.After(pauseBetween):
		case <-ctx.Done():
			return fmt.Errorf("the servers of NATS do not answer as a cluster (%w): %w", ctx.Err(), err)
		}
	}
}

// Passes reports whether an error is temporary: no server answered, the servers are electing a leader or do not know each other yet, or another process changed the same key at the
// same time.
func Passes(err error) bool {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.Code == 503 && api.ErrorCode != jetstream.JSErrCodeJetStreamNotEnabled && api.ErrorCode != jetstream.JSErrCodeJetStreamNotEnabledForAccount ||
			api.ErrorCode == jetstream.JSErrCodeStreamNameInUse || stream.NoServer(err) || conflicts(err)
	}
	var older *nats.APIError // the library's own watches return this type
	if errors.As(err, &older) {
		return older.Code == 503
	}
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrNoStreamResponse) ||
		errors.Is(err, jetstream.ErrBucketExists)
}

// conflicts reports whether the error says that a key has changed since it was read.
func conflicts(err error) bool {
	var api *jetstream.APIError
	return errors.Is(err, jetstream.ErrKeyExists) ||
		errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}
