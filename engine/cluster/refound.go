package cluster

import (
	"context"
	"errors"
	"fmt"

	"asterism/engine/cluster/agreed"
	"asterism/engine/cluster/journal/stream"
	"asterism/engine/cluster/record"
	"asterism/engine/store/rocks"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"
)

// Refound makes a cluster again from this machine's folder, after the cluster's servers lost their quorum for good. It makes the cluster on a NATS that does not have it, with this
// node alone; other nodes then join with empty folders. kept is the log position up to which each shard is complete; writes that only the lost machines had are gone. The folder
// must hold every shard; otherwise nothing is changed. An interrupted call may be repeated.
func Refound(ctx context.Context, c Config) (n Node, kept map[int]uint64, err error) {
	if err := c.complete(); err != nil {
		return nil, nil, fmt.Errorf("make cluster again: %w", err)
	}
	if kept, err = refound(ctx, c); err != nil {
		return nil, nil, fmt.Errorf("make cluster %s again from folder %s: %w", c.Cluster, c.Dir, err)
	}
	n, err = Open(ctx, c)
	return n, kept, err
}

func refound(ctx context.Context, c Config) (map[int]uint64, error) {
	own, err := readWhose(&c)
	if err != nil {
		return nil, err
	}
	if own.ID == "" {
		return nil, errors.New("it belongs to no cluster: give the folder of a node of the one that was lost")
	}
	kept, err := held(ctx, &c, own.Shards)
	if err != nil {
		return nil, err
	}
	js, err := jetstream.New(c.Conn)
	if err != nil {
		return nil, err
	}
	if own.Next == "" { // written first, so that an interrupted call can be continued
		own.Next = uuid.NewString()
		if err := own.write(c.Dir); err != nil {
			return nil, err
		}
	}
	names := names{c.Cluster}
	table, err := agreed.Make(ctx, js, names.nodes(), names.shards(), own.Replicas)
	if err != nil {
		return nil, err
	}
	want := agreed.Settings{Format: record.Format, ID: own.Next, Shards: own.Shards, Replicas: own.Replicas, Models: c.Models}
	if err := table.Vacant(ctx, own.Next); err != nil {
		return nil, err
	}
	for number, place := range kept {
		if err := logFrom(ctx, js, &c, names, number, place, own.Replicas); err != nil {
			return nil, fmt.Errorf("shard %d: %w", number, err)
		}
	}
	if _, err := table.Settle(ctx, agreed.Settings{Format: record.Format}, &want); err != nil {
		return nil, err
	}
	own.ID, own.Next, own.Left = own.Next, "", nil
	return kept, own.write(c.Dir)
}

// held returns the log position of each shard's store in the folder.
func held(ctx context.Context, c *Config, shards int) (map[int]uint64, error) {
	kept := map[int]uint64{}
	var missing []int
	for number := range shards {
		dir := ShardDir(c.Dir, number)
		if rocks.Find(dir) != nil {
			missing = append(missing, number)
			continue
		}
		s, err := rocks.Open(ctx, rocks.Options{Dir: dir, ReadOnly: true, CacheBytes: 8 << 20, Logger: c.Log})
		if err != nil {
			return nil, fmt.Errorf("shard %d: %w", number, err)
		}
		place, err := s.Follower().Place(ctx)
		if err := errors.Join(err, s.Close()); err != nil {
			return nil, fmt.Errorf("shard %d: %w", number, err)
		}
		kept[number] = place
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("it does not hold shards %v: take the folder of a node that kept all %d, or put the missing ones into shards from the folder of one that kept them", missing, shards)
	}
	return kept, nil
}

// logFrom makes the log of a shard so that it begins after a position. The shard's store continues from there.
func logFrom(ctx context.Context, js jetstream.JetStream, c *Config, names names, number int, place uint64, replicas int) error {
	return agreed.Again(ctx, func(ctx context.Context) error {
		if _, err := stream.Open(ctx, c.Conn, stream.Options{Name: names.log(number), Subject: names.subject(number), Replicas: replicas, After: place}); err != nil {
			return err
		}
		s, err := js.Stream(ctx, names.log(number))
		if err == nil && s.CachedInfo().State.LastSeq != place {
			err = fmt.Errorf("its log is there already, and ends at %d, where the store is at %d: connect to servers that are new", s.CachedInfo().State.LastSeq, place)
		}
		return err
	})
}
