package agreed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"asterism/engine/caught"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Keys is a key-value bucket of which single keys are read from the server that leads its stream. The bucket's own Get, and a watch, may be answered by a server that has not heard of the newest
// write yet, even of one that this process has made: a shard that was just given away would still be there.
type Keys struct {
	jetstream.KeyValue
	leader nats.JetStreamContext // the older of the library's two interfaces: only this one leaves the choice between the leader and any server
}

// entry is a key's value.
type entry struct {
	key      string
	value    []byte
	revision uint64
}

func entryOf(e jetstream.KeyValueEntry) *entry { return &entry{e.Key(), e.Value(), e.Revision()} }

func keysOf(js jetstream.JetStream, kv jetstream.KeyValue) (Keys, error) {
	leader, err := js.Conn().JetStream()
	return Keys{kv, leader}, err
}

// operation is the header of a message that takes a key out of a bucket (NATS ADR-8).
const operation = "KV-Operation"

// firstPatience is how long the first question waits for its answer.
const firstPatience = 125 * time.Millisecond

// answered asks the leader. While servers choose who leads, nobody answers, and who asked then is never answered: so it asks again, each time with twice the patience.
func answered[V any](ctx context.Context, ask func(within nats.ContextOpt) (V, error)) (V, error) {
	for patience := firstPatience; ; patience *= 2 {
		asking, stop := context.WithTimeout(ctx, patience)
		v, err := ask(nats.Context(asking))
		stop()
		if err == nil || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
			return v, err
		}
	}
}

// newest asks the leader for a key; nil: there is none.
func (k Keys) newest(ctx context.Context, key string) (*entry, error) {
	m, err := answered(ctx, func(within nats.ContextOpt) (*nats.RawStreamMsg, error) {
		return k.leader.GetLastMsg(k.stream(), k.subject(key), within)
	})
	switch {
	case errors.Is(err, nats.ErrMsgNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	case m.Header.Get(operation) != "":
		return nil, nil
	}
	return &entry{key, m.Data, m.Sequence}, nil
}

// stream is the name of the bucket's stream.
func (k Keys) stream() string { return "KV_" + k.Bucket() }

// subject is that of a key in the stream, or of all that a pattern matches.
func (k Keys) subject(key string) string { return "$KV." + k.Bucket() + "." + key }

// atOnce is how many keys are asked for at a time: 256 shards one after another would take longer than an attempt may, where an answer takes 20 ms.
const atOnce = 32

// each calls fn for the keys that match; the values are those that the leader has.
func (k Keys) each(ctx context.Context, filter string, fn func(*entry) error) error {
	names, err := k.names(ctx, filter)
	if err != nil {
		return err
	}
	entries := make([]*entry, len(names))
	asking, ctx := caught.WithContext(ctx)
	asking.SetLimit(atOnce)
	for i, name := range names {
		asking.Go(func() (err error) {
			entries[i], err = k.newest(ctx, name)
			return err
		})
	}
	if err := asking.Wait(); err != nil {
		return err
	}
	for _, e := range entries {
		if e == nil { // it was taken out
			continue
		}
		if err := fn(e); err != nil {
			return err
		}
	}
	return nil
}

// everyKey matches all keys.
const everyKey = ">"

// names asks the leader for the keys that match, and for those that were taken out besides. A watch does not do: where a key changes while it is listed, the message that the list would
// come to is gone, the one in its place comes after the end of the list, and the key is in neither.
func (k Keys) names(ctx context.Context, filter string) (names []string, err error) {
	is, err := answered(ctx, func(within nats.ContextOpt) (*nats.StreamInfo, error) {
		return k.leader.StreamInfo(k.stream(), &nats.StreamInfoRequest{SubjectsFilter: k.subject(filter)}, within)
	})
	if err != nil {
		return nil, err
	}
	for subject := range is.State.Subjects {
		names = append(names, strings.TrimPrefix(subject, k.subject("")))
	}
	return names, nil
}

func decode[V any](e *entry) (*V, error) {
	var v V
	if err := json.Unmarshal(e.value, &v); err != nil {
		return nil, fmt.Errorf("read key %s of what the nodes agree on: %w", e.key, err)
	}
	return &v, nil
}
