package agreed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// change reads a key, has decide make the new value of the one that is there (nil: there is none), and writes it, if the key is still as it was read: otherwise all of it is done again. decide returns
// false when nothing is to be written. Its error ends the change.
func change[V any](ctx context.Context, kv jetstream.KeyValue, key string, decide func(now *V) (V, bool, error)) error {
	return Again(ctx, func(ctx context.Context) error {
		now, revision, err := read[V](ctx, kv, key)
		if err != nil {
			return err
		}
		next, write, err := decide(now)
		if err != nil || !write {
			return err
		}
		text, err := json.Marshal(next)
		if err != nil {
			return err
		}
		if now == nil && revision == 0 {
			_, err = kv.Create(ctx, key, text)
		} else {
			_, err = kv.Update(ctx, key, text, revision)
		}
		return err
	})
}

// read reads a key; nil: there is none.
func read[V any](ctx context.Context, kv jetstream.KeyValue, key string) (*V, uint64, error) {
	e, err := kv.Get(ctx, key)
	if errors.Is(err, jetstream.ErrKeyNotFound) { // also one that was deleted: Create writes over what says so
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	v, err := decode[V](e)
	return v, e.Revision(), err
}

func decode[V any](e jetstream.KeyValueEntry) (*V, error) {
	var v V
	if err := json.Unmarshal(e.Value(), &v); err != nil {
		return nil, fmt.Errorf("read key %s of bucket %s: %w", e.Key(), e.Bucket(), err)
	}
	return &v, nil
}
