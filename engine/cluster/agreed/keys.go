package agreed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
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

// firstPatience is how long the first question for a key waits for its answer.
const firstPatience = 125 * time.Millisecond

// newest asks the leader for a key; nil: there is none. While servers choose who leads, nobody answers, and who asked then is never answered: so it asks again, each time with twice the patience.
func (k Keys) newest(ctx context.Context, key string) (*entry, error) {
	for patience := firstPatience; ; patience *= 2 {
		asking, stop := context.WithTimeout(ctx, patience)
		m, err := k.leader.GetLastMsg("KV_"+k.Bucket(), "$KV."+k.Bucket()+"."+key, nats.Context(asking))
		stop()
		switch {
		case errors.Is(err, nats.ErrMsgNotFound):
			return nil, nil
		case err == nil && m.Header.Get(operation) != "":
			return nil, nil
		case err == nil:
			return &entry{key, m.Data, m.Sequence}, nil
		case ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded):
			return nil, err
		}
	}
}

// atOnce is how many keys are asked for at a time: 256 shards one after another would take longer than an attempt may, where an answer takes 20 ms.
const atOnce = 32

// each calls fn for the keys that match, or for all. A key that is new since a moment may be missing; the values are those that the leader has.
func (k Keys) each(ctx context.Context, fn func(*entry) error, filters ...string) error {
	names, err := k.names(ctx, filters...)
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
		if e == nil { // it was taken out meanwhile
			continue
		}
		if err := fn(e); err != nil {
			return err
		}
	}
	return nil
}

// names lists the keys that match, or all. The library's own lister does not tell a watch that was cut off from one that has come to its end.
func (k Keys) names(ctx context.Context, filters ...string) (names []string, err error) {
	if len(filters) == 0 {
		filters = []string{">"}
	}
	w, err := k.WatchFiltered(ctx, filters, jetstream.IgnoreDeletes(), jetstream.MetaOnly())
	if err != nil {
		return nil, err
	}
	defer func() { _ = w.Stop() }()
	for {
		select {
		case e, ok := <-w.Updates():
			if !ok {
				return nil, context.DeadlineExceeded // the servers ended the watch
			}
			if e == nil { // all that there is has come
				return names, nil
			}
			names = append(names, e.Key())
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func decode[V any](e *entry) (*V, error) {
	var v V
	if err := json.Unmarshal(e.value, &v); err != nil {
		return nil, fmt.Errorf("read key %s of what the nodes agree on: %w", e.key, err)
	}
	return &v, nil
}
