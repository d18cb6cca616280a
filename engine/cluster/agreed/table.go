package agreed

import (
	"context"
	"errors"
	"fmt"

	"asterism/engine/cluster/journal/stream"

	"github.com/nats-io/nats.go/jetstream"
)

// Table holds the two buckets. It is safe for concurrent use.
type Table struct {
	Nodes  Keys // a node's name → what it is
	Shards Keys // the settings, and for each shard its nodes and its newest checkpoint
}

// ErrNoCluster means that this NATS has no cluster of the name.
var ErrNoCluster = errors.New("this NATS has no cluster of that name")

// Find opens the table of an existing cluster. The error wraps [ErrNoCluster] if there is none.
func Find(ctx context.Context, js jetstream.JetStream, nodes, shards string) (*Table, error) {
	var t Table
	err := Again(ctx, func(ctx context.Context) (err error) {
		if t.Nodes, err = find(ctx, js, nodes); err == nil {
			t.Shards, err = find(ctx, js, shards)
		}
		return err
	})
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		return nil, fmt.Errorf("%w: it has no bucket %s and %s", ErrNoCluster, nodes, shards)
	}
	return &t, err
}

// Make opens the table, and makes the missing parts, on as many servers as wanted, or on one while there are fewer.
func Make(ctx context.Context, js jetstream.JetStream, nodes, shards string, replicas int) (*Table, error) {
	var t Table
	var err error
	if t.Nodes, err = made(ctx, js, nodes, replicas); err == nil {
		t.Shards, err = made(ctx, js, shards, replicas)
	}
	return &t, err
}

func find(ctx context.Context, js jetstream.JetStream, name string) (Keys, error) {
	kv, err := js.KeyValue(ctx, name)
	if err != nil {
		return Keys{}, err
	}
	return keysOf(js, kv)
}

func made(ctx context.Context, js jetstream.JetStream, name string, replicas int) (Keys, error) {
	kv, err := Bucket(ctx, js, name, replicas)
	if err != nil {
		return Keys{}, err
	}
	return keysOf(js, kv)
}

// Bucket opens a key-value bucket, or makes it if there is none.
func Bucket(ctx context.Context, js jetstream.JetStream, name string, replicas int) (kv jetstream.KeyValue, err error) {
	err = Again(ctx, func(ctx context.Context) error {
		if kv, err = js.KeyValue(ctx, name); !errors.Is(err, jetstream.ErrBucketNotFound) {
			return err
		}
		return stream.Spread(replicas, func(replicas int) error {
			kv, err = js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: name, Storage: jetstream.FileStorage, Replicas: replicas})
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("open bucket %s: %w", name, err)
	}
	return kv, nil
}

// Objects opens an object store, or makes it if there is none.
func Objects(ctx context.Context, js jetstream.JetStream, name string, replicas int) (o jetstream.ObjectStore, err error) {
	err = Again(ctx, func(ctx context.Context) error {
		if o, err = js.ObjectStore(ctx, name); !errors.Is(err, jetstream.ErrBucketNotFound) {
			return err
		}
		return stream.Spread(replicas, func(replicas int) error {
			o, err = js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: name, Storage: jetstream.FileStorage, Replicas: replicas})
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("open object store %s: %w", name, err)
	}
	return o, nil
}
