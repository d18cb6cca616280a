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

// Follow implements [journal.Journal]. A reader that loses its server continues at the same place with another.
func (j *Journal) Follow(ctx context.Context, after uint64, fn func(journal.Entry) error) error {
	r := &reader{j: j, at: after, fn: fn}
	for {
		err := r.read(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if r.ended {
			return err
		}
		select { // the servers are electing a leader, or this one restarts
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// reader joins messages into records.
type reader struct {
	j     *Journal
	at    uint64 // of the last message read
	fn    func(journal.Entry) error
	parts []byte
	count int    // of parts that are in parts
	id    string // of their record
	ended bool   // the error is final, for the caller
}

// quiet is how long nothing may arrive before the reader asks the server whether there is more.
const quiet = 5 * time.Second

// read reads until an error. An error of the server does not end the reading as a whole: the next read continues.
func (r *reader) read(ctx context.Context) error {
	state, err := r.j.state(ctx)
	if err != nil {
		return err
	}
	if r.at+1 < state.FirstSeq {
		return r.end(fmt.Errorf("%w: log %s begins at %d, and was to be read behind %d", journal.ErrCut, r.j.name, state.FirstSeq, r.at))
	}
	asking, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	c, err := r.j.js.OrderedConsumer(asking, r.j.name, jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: r.at + 1, MaxResetAttempts: 1})
	if err != nil {
		return err
	}
	messages, err := c.Messages(jetstream.PullMaxBytes(4*maxPart), jetstream.PullExpiry(2*quiet), jetstream.PullHeartbeat(quiet/2))
	if err != nil {
		return err
	}
	defer messages.Stop()
	for {
		m, err := messages.Next(jetstream.NextContext(ctx))
		if err != nil {
			return err
		}
		if err := r.take(m); err != nil {
			return err
		}
	}
}

func (r *reader) end(err error) error {
	r.ended = true
	return err
}

var errGap = errors.New("a message was left out")

// take processes the next message.
func (r *reader) take(m jetstream.Msg) error {
	meta, err := m.Metadata()
	if err != nil {
		return err
	}
	place := meta.Sequence.Stream
	if place != r.at+1 { // cut away, or a fault of the consumer: the next read checks where the log begins
		return fmt.Errorf("%w: after %d came %d", errGap, r.at, place)
	}
	return r.took(place, meta.NumPending, m.Headers(), m.Data())
}

// took processes the message at the next place. pending is a lower bound of the number of messages after it.
func (r *reader) took(place, pending uint64, header nats.Header, body []byte) error {
	r.at = place
	id, data, whole, err := r.join(header, body)
	if err != nil {
		return err
	}
	if err := r.fn(journal.Entry{Part: !whole, Place: place, ID: id, Data: data, After: pending}); err != nil {
		return r.end(err)
	}
	return nil
}

// join returns the record that ends with this message; whole is false if the message ends none.
func (r *reader) join(header nats.Header, body []byte) (id string, data []byte, whole bool, err error) {
	id = header.Get(nats.MsgIdHdr)
	part := header.Get(headerPart)
	if part == "" {
		r.forget()
		return id, body, true, nil
	}
	var n, of int
	if _, err := fmt.Sscanf(part, "%d/%d", &n, &of); err != nil || n < 1 || n > of {
		return "", nil, false, r.end(fmt.Errorf("log %s has a message at %d that says it is part %q", r.j.name, r.at, part))
	}
	id = id[:max(0, len(id)-len(fmt.Sprint(".", n)))]
	if n == 1 {
		r.forget()
		r.id = id
	}
	if n != r.count+1 || id != r.id { // its first parts are missing: the record was interrupted, and a late repetition left this part
		r.forget()
		return "", nil, false, nil
	}
	r.parts, r.count = append(r.parts, body...), n
	if n < of {
		return "", nil, false, nil
	}
	data = r.parts
	r.forget()
	return id, data, true, nil
}

func (r *reader) forget() { r.parts, r.count, r.id = nil, 0, "" }
