package processes

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"asterism/engine/cluster"
	"asterism/engine/store"
	"asterism/engine/store/rocks"
	"asterism/engine/store/suite"
)

// cache is of a store that is only read through, in bytes.
const cache = 8 << 20

// Replicas implements [trial.Cluster].
func (c *Cluster) Replicas(ctx context.Context, fn func(id, content string)) error {
	var differ []error
	for shard := range c.Shards {
		if err := c.compare(ctx, shard, fn); err != nil {
			differ = append(differ, fmt.Errorf("shard %d: %w", shard, err))
		}
	}
	return errors.Join(differ...)
}

// compare compares the replicas of a shard, at all nodes that keep it, with the first of them, and returns that one's memories.
func (c *Cluster) compare(ctx context.Context, shard int, fn func(id, content string)) (err error) {
	var all []*rocks.Store
	defer func() {
		for _, s := range all {
			err = errors.Join(err, s.Close())
		}
	}()
	if len(c.kept[shard]) == 0 {
		return errors.New("no node kept it when the cluster was stopped")
	}
	for _, name := range c.kept[shard] {
		number, _ := c.named(name)
		n := c.nodes[number]
		s, err := rocks.Open(ctx, rocks.Options{Dir: cluster.ShardDir(n.data, shard), ReadOnly: true, CacheBytes: cache, Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			return fmt.Errorf("open the replica of node %s: %w", n.name, err)
		}
		all = append(all, s)
	}
	first := store.Of(all[0])
	for i := 1; i < len(all); i++ {
		d, err := suite.Equal(ctx, first, store.Of(all[i]))
		if err != nil {
			return err
		}
		if d != "" {
			return fmt.Errorf("nodes %s and %s differ: %s%s", c.kept[shard][0], c.kept[shard][i], d, places(ctx, all[0], all[i]))
		}
	}
	return first.Scan(ctx, store.Range{Deleted: true}, store.Parts{Content: true}, func(m *store.Memory) (bool, error) {
		fn(m.ID.String(), m.Content)
		return true, nil
	})
}

// places returns up to where in the log two replicas are.
func places(ctx context.Context, a, b *rocks.Store) string {
	x, errA := a.Follower().Place(ctx)
	y, errB := b.Follower().Place(ctx)
	if errA != nil || errB != nil {
		return ""
	}
	return fmt.Sprintf(" (they are at places %d and %d of the log)", x, y)
}
