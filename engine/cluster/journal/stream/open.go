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

// Journal is a log on JetStream.
type Journal struct {
	js      jetstream.JetStream
	name    string // of the stream
	subject string
	part    int // bytes of a message
}

// Options says which log.
type Options struct {
	Name     string // of the stream, as NATS allows it
	Subject  string // of its messages
	Replicas int    // number of servers: 1, 3 or 5; one while there are fewer, see [Grow]
	After    uint64 // a new log begins after this place; 0: at the beginning
	Part     int    // bytes in one message; 0: what the servers allow, at most 8 MiB
}

const (
	// headerRoom is the space that a message's headers and frame need within the servers' limit.
	headerRoom = 4 << 10
	// maxPart bounds a message if servers allow more: they hold several of them in memory.
	maxPart = 8 << 20
	// duplicates is how long servers remember a record's id. Later only the place shows whether the record is stored.
	duplicates = 2 * time.Minute
)

// Open returns the log, or makes it if there is none.
func Open(ctx context.Context, nc *nats.Conn, o Options) (*Journal, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	j := &Journal{js: js, name: o.Name, subject: o.Subject, part: o.Part}
	if j.part == 0 {
		j.part = min(int(nc.MaxPayload())-headerRoom, maxPart)
	}
	if j.part < 1 {
		return nil, fmt.Errorf("open log %s: the servers take messages of %d bytes, at least %d are needed: raise max_payload", o.Name, nc.MaxPayload(), 2*headerRoom)
	}
	if err := j.find(ctx); err == nil {
		return j, nil
	} else if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil, fmt.Errorf("open log %s: %w", o.Name, err)
	}
	err = Spread(o.Replicas, func(replicas int) error {
		_, err := js.CreateStream(ctx, jetstream.StreamConfig{
			Name: o.Name, Subjects: []string{o.Subject}, Storage: jetstream.FileStorage, Replicas: replicas,
			FirstSeq:  o.After + 1,
			Retention: jetstream.LimitsPolicy, Discard: jetstream.DiscardNew, Duplicates: duplicates, DenyDelete: true, AllowDirect: true,
		})
		return err
	})
	if err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // by another node, at the same time
		return nil, fmt.Errorf("make log %s: %w", o.Name, err)
	}
	return j, nil
}

// find returns when a server that leads the log answers, or reports that there is no log. After a start of all servers, their election takes seconds.
func (j *Journal) find(ctx context.Context) error {
	for {
		_, err := j.info(ctx)
		if ctx.Err() != nil || !errors.Is(err, journal.ErrUnavailable) {
			return err
		}
		wait(ctx, pause)
	}
}

// End implements [journal.Journal].
func (j *Journal) End(ctx context.Context) (uint64, error) {
	state, err := j.state(ctx)
	return state.LastSeq, err
}

// Size implements [journal.Journal]. Parts count as records, and headers as bytes.
func (j *Journal) Size(ctx context.Context) (records, bytes uint64, err error) {
	state, err := j.state(ctx)
	return state.Msgs, state.Bytes, err
}

// state asks the leader of the stream for its state.
func (j *Journal) state(ctx context.Context) (jetstream.StreamState, error) {
	s, err := j.info(ctx)
	if err != nil {
		return jetstream.StreamState{}, err
	}
	return s.CachedInfo().State, nil
}

// firstWait is how long the first request about a stream waits for an answer.
const firstWait = 125 * time.Millisecond

// info asks the leader of the stream for its state. During an election nobody answers, not even with an error, and a request of that time never gets an answer. So it asks again,
// each time with more patience, for about answerWait in total. The answer then comes soon after the election, and a slow server does not get more requests than it can answer.
func (j *Journal) info(ctx context.Context) (jetstream.Stream, error) {
	for patience := firstWait; ; patience *= 2 {
		asking, cancel := context.WithTimeout(ctx, patience)
		s, err := j.js.Stream(asking, j.name)
		cancel()
		if err == nil {
			return s, nil
		}
		if again := ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded); !again || patience >= answerWait/2 {
			return nil, fmt.Errorf("ask for log %s: %w", j.name, unavailable(ctx, err))
		}
	}
}

// Cut implements [journal.Journal].
func (j *Journal) Cut(ctx context.Context, place uint64) error {
	ctx, cancel := context.WithTimeout(ctx, 4*answerWait)
	defer cancel()
	s, err := j.js.Stream(ctx, j.name)
	if err == nil {
		err = s.Purge(ctx, jetstream.WithPurgeSequence(place+1))
	}
	if err != nil {
		return fmt.Errorf("cut log %s behind %d: %w", j.name, place, unavailable(ctx, err))
	}
	return nil
}
