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

// Keys is a key-value bucket that reads single keys from the server that leads its stream. The bucket's own Get and a watch may be answered by a server that does not have the
// newest write yet, not even a write of this process. A shard that was just given away could then still appear.
type Keys struct {
	jetstream.KeyValue
	leader nats.JetStreamContext // the older of the library's two interfaces, since only this one can choose between the leader and any server
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

// operation is the header that marks a message as the deletion of a key (NATS ADR-8).
const operation = "KV-Operation"

// firstPatience is how long the first request waits for an answer.
const firstPatience = 125 * time.Millisecond

// answered asks the leader. While the servers elect a leader nobody answers, and a request of that time never gets an answer. So it asks again, each time with twice the patience.
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

// subject is the subject of a key in the stream, or of all keys that a pattern matches.
func (k Keys) subject(key string) string { return "$KV." + k.Bucket() + "." + key }

// atOnce is how many keys are requested at the same time. If an answer takes 20 ms, 256 shards in sequence would take longer than one attempt may.
const atOnce = 32

// each calls fn for the matching keys, with the values that the leader has.
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
		if e == nil { // it was deleted meanwhile
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

// names asks the leader for the matching keys; deleted ones are included. A watch is no substitute. If a key changes while a watch lists the bucket, its old message is gone before
// the list reaches it, and the new one comes after the end of the list. So the key would be missing.
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
