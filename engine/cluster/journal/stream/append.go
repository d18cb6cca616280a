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
	// headerPart holds the number of a part and of all parts of a record, such as "2/3". Without it the message is a whole record.
	headerPart = "Asterism-Part"
	// answerWait is how long one attempt waits for an answer before it is repeated, and firstAnswerWait how long the first one does: messages that arrive while one server hands the
	// log to another are lost without an error.
	answerWait      = 2 * time.Second
	firstAnswerWait = 500 * time.Millisecond
	// pause is the pause between two attempts.
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
		if n > 0 && errors.Is(err, journal.ErrUnavailable) { // its first parts are stored, so the same record must be tried again, and no other record in its place
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

// put stores one message directly after expected. It repeats that until the outcome is known, or ctx ends.
func (j *Journal) put(ctx context.Context, expected uint64, id, part string, data []byte) (uint64, error) {
	arrived := false // maybe
	for patience := firstAnswerWait; ; patience = min(2*patience, answerWait) {
		err := j.attempt(ctx, patience, expected, id, part, data)
		if err == nil {
			return expected + 1, nil
		}
		arrived = arrived || !refusedBeforeArrival(err)
		if arrived || !nobodyListens(err) { // else nothing was sent and nobody can answer: the servers are electing a leader
			found, lookErr := j.contains(ctx, expected+1, id)
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
		return fmt.Errorf("the servers stored it at %d, want %d", ack.Sequence, expected+1)
	}
	return nil
}

// nobodyListens reports whether no server accepted the message, because none leads the stream at the moment.
func nobodyListens(err error) bool {
	return errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrNoStreamResponse)
}

// refusedBeforeArrival reports whether the message was certainly not stored: nobody accepted it, or the leader of the stream refused it.
func refusedBeforeArrival(err error) bool {
	var api *jetstream.APIError
	return nobodyListens(err) || errors.Is(err, nats.ErrConnectionClosed) ||
		errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

var (
	errNothingThere = errors.New("the server has no record there yet")
	errCutAway      = errors.New("that place was cut away")
)

// contains reports whether the message at a place has the id. An error means that nothing is known.
func (j *Journal) contains(ctx context.Context, place uint64, id string) (bool, error) {
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

// unavailable wraps the error in [journal.ErrUnavailable] if nobody answered in time or the servers are electing a leader, and returns other errors as they are.
func unavailable(ctx context.Context, err error) error {
	var api *jetstream.APIError
	if ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrNoResponders) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, nats.ErrConnectionClosed) ||
		errors.As(err, &api) && api.Code == 503 {
		return fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
	}
	return err
}
