package stream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"asterism/engine/cluster/journal"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// headerPart says which of how many parts of a record a message is, as "2/3"; without it the message is a record.
	headerPart = "Asterism-Part"
	// answerWait is how long one attempt waits for an answer before it is repeated, and firstAnswerWait how long the first one does: what arrives while one server hands the log to another is lost without a word.
	answerWait      = 2 * time.Second
	firstAnswerWait = 500 * time.Millisecond
	// pause is between two attempts.
	pause = 50 * time.Millisecond
)

// Append implements [journal.Journal].
func (j *Journal) Append(ctx context.Context, expected uint64, id string, data []byte) (uint64, error) {
	parts := 1 + (len(data)-1)/j.part
	if len(data) == 0 {
		parts = 1
	}
	if parts == 1 {
		place, err := j.put(ctx, expected, id, "", data)
		return place, j.named(err, id)
	}
	for n := range parts {
		place, err := j.put(ctx, expected, fmt.Sprintf("%s.%d", id, n+1), fmt.Sprintf("%d/%d", n+1, parts), data[n*j.part:min(len(data), (n+1)*j.part)])
		if n > 0 && errors.Is(err, journal.ErrUnavailable) { // its first parts stand there: the same record is asked about, and no other is put in its place
			err = fmt.Errorf("%w: %d of %d parts arrived: %w", journal.ErrUnknown, n, parts, err)
		}
		if err != nil {
			return 0, j.named(err, id)
		}
		expected = place
	}
	return expected, nil
}

func (j *Journal) named(err error, id string) error {
	if err != nil {
		return fmt.Errorf("append %s to log %s: %w", id, j.name, err)
	}
	return nil
}

// put puts one message directly behind expected, and repeats that until it is known whether it stands there, or ctx ends.
func (j *Journal) put(ctx context.Context, expected uint64, id, part string, data []byte) (uint64, error) {
	arrived := false // perhaps
	for patience := firstAnswerWait; ; patience = min(2*patience, answerWait) {
		err := j.attempt(ctx, patience, expected, id, part, data)
		if err == nil {
			return expected + 1, nil
		}
		arrived = arrived || !refusedBeforeArrival(err)
		if arrived || !nobodyListens(err) { // else there is nothing to look for, and nobody to ask: the servers are choosing who leads
			found, lookErr := j.stands(ctx, expected+1, id)
			switch {
			case lookErr == nil && found:
				return expected + 1, nil
			case lookErr == nil:
				return 0, fmt.Errorf("%w, at %d", journal.ErrDeposed, expected+1)
			case errors.Is(lookErr, errCutAway):
				return 0, fmt.Errorf("%w: the log was cut behind %d meanwhile", journal.ErrDeposed, expected)
			}
		}
		select {
		case <-time.After(pause):
			continue
		case <-ctx.Done():
		}
		if !arrived {
			return 0, fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
		}
		return 0, fmt.Errorf("%w: %w", journal.ErrUnknown, err)
	}
}

// attempt sends the message once.
func (j *Journal) attempt(ctx context.Context, patience time.Duration, expected uint64, id, part string, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	m := nats.NewMsg(j.subject)
	m.Data = data
	if part != "" {
		m.Header.Set(headerPart, part)
	}
	ack, err := j.js.PublishMsg(ctx, m, jetstream.WithMsgID(id), jetstream.WithExpectLastSequence(expected), jetstream.WithRetryAttempts(0))
	if err != nil {
		return err
	}
	if ack.Sequence != expected+1 {
		return fmt.Errorf("the servers say that it stands at %d, where it was to stand at %d", ack.Sequence, expected+1)
	}
	return nil
}

// nobodyListens reports whether the error says that no server took the message, because none leads the stream at the moment.
func nobodyListens(err error) bool {
	return errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrNoStreamResponse)
}

// refusedBeforeArrival reports whether the error says that no server took the message: nobody listened, or the one that leads the stream refused it.
func refusedBeforeArrival(err error) bool {
	var api *jetstream.APIError
	return nobodyListens(err) || errors.Is(err, nats.ErrConnectionClosed) ||
		errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

var (
	errNothingThere = errors.New("nothing stands there yet, as far as the server knows")
	errCutAway      = errors.New("that place was cut away")
)

// stands reports whether the message at a place is the one with the id. The error says that nothing is known.
func (j *Journal) stands(ctx context.Context, place uint64, id string) (bool, error) {
	s, err := j.info(ctx)
	if err != nil {
		return false, err
	}
	ctx, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	state := s.CachedInfo().State
	switch {
	case place < state.FirstSeq:
		return false, errCutAway
	case place > state.LastSeq:
		return false, errNothingThere
	}
	m, err := s.GetMsg(ctx, place)
	if err != nil {
		return false, err
	}
	return m.Header.Get(nats.MsgIdHdr) == id, nil
}

// unavailable says that nobody answered in time, or that the servers are choosing who leads, or what else was wrong.
func unavailable(ctx context.Context, err error) error {
	var api *jetstream.APIError
	if ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrNoResponders) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, nats.ErrConnectionClosed) ||
		errors.As(err, &api) && api.Code == 503 {
		return fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
	}
	return err
}
