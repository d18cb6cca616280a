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
	Subject  string // that it takes
	Replicas int    // servers that keep it: 1, 3 or 5; one as long as there are fewer, see [Grow]
	After    uint64 // place behind which a log begins that is made; 0: at its beginning
	Part     int    // bytes that one message holds; 0: what the servers take, at most 8 MiB
}

const (
	// headerRoom is what a message's headers and frame take of what the servers allow for it.
	headerRoom = 4 << 10
	// maxPart bounds a message where servers allow more: they hold several in memory.
	maxPart = 8 << 20
	// duplicates is how long servers know a record's id. Later the place alone tells whether it stands there.
	duplicates = 2 * time.Minute
)

// Open returns the log, which it makes if there is none.
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

// find returns when a server answers for the log, or says that there is none. After a start of all servers it takes them seconds to choose who does.
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

// state asks the server that leads the stream.
func (j *Journal) state(ctx context.Context) (jetstream.StreamState, error) {
	s, err := j.info(ctx)
	if err != nil {
		return jetstream.StreamState{}, err
	}
	return s.CachedInfo().State, nil
}

// firstWait is how long the first question after a stream waits for its answer.
const firstWait = 125 * time.Millisecond

// info asks the server that leads the stream what it holds. While servers choose who leads nobody answers, not even with a refusal, and who was asked then is never answered: so it is asked again and again, each
// time with more patience, for about answerWait in all. So the answer comes soon after there is a leader, and a slow server is not asked more often than it can answer.
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
