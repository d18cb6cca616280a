package cluster

import (
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"time"

	"asterism/engine/cluster/shard"
	"asterism/engine/store"

	"github.com/nats-io/nats.go"
)

// Config holds the identity of a node, its folder and its settings.
type Config struct {
	Cluster string // the cluster's name: letters, digits and -; two clusters on one NATS have two names
	Name    string // the node's name, which must not change between starts; letters, digits and -
	About   string // what other nodes get to know of this one, such as its address; at most 4 KiB
	Dir     string // the node's folder: shard N is the store shards/NNNN in it
	// Conn is a connection to the cluster's NATS. That must sync JetStream's files (sync_interval: always), so that an acknowledged write is on the disks of a quorum. The caller
	// closes Conn after the node.
	Conn *nats.Conn
	// Shards is how many shards the cluster has. The first node decides. 0: [DefaultShards] for a new cluster, or the existing number. Any other number than the existing one is
	// refused.
	Shards int
	// Replicas is how many servers keep the logs, and how many nodes keep a shard at first: 1, 3 or 5. 0: 3 for a new cluster, or the existing number.
	Replicas int
	// Lease is how long a leader keeps its lead without being heard from; 0: 3 s.
	Lease time.Duration
	// Models are the models that this node embeds with. The first node's become the cluster's, and all other nodes must have the same. nil: no comparison here; each shard's store
	// still compares.
	Models *store.Bound
	// Growth is by how much a log grows before its leader makes a checkpoint and cuts the log behind it; zero: by 256 MiB or 500,000 records.
	Growth shard.Growth
	// StoreCache is the cache size of each shard's store, in bytes; 0: the same as for a single store.
	StoreCache int64
	// OpenFiles is how many sorted files each shard's store keeps open; 0: the same as for a single store.
	OpenFiles int
	Log       *slog.Logger // nil: slog.Default()
}

// maxAbout is the greatest length of [Config.About], in bytes.
const maxAbout = 4 << 10

var validName = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9-]{0,62}[A-Za-z0-9])?$`)

// complete checks the given fields and sets defaults for the missing ones, except those that the cluster decides.
func (c *Config) complete() error {
	for what, name := range map[string]string{"cluster": c.Cluster, "node": c.Name} {
		if !validName.MatchString(name) {
			return fmt.Errorf("%s name %q: a name has 1 to 64 letters, digits and hyphens, and begins and ends with a letter or digit", what, name)
		}
	}
	switch {
	case c.Conn == nil:
		return errors.New("no connection to NATS was given")
	case c.Dir == "":
		return errors.New("no folder was given")
	case len(c.About) > maxAbout:
		return fmt.Errorf("what the node says of itself has %d bytes: at most %d", len(c.About), maxAbout)
	case c.Shards < 0 || c.Shards > MaxShards:
		return fmt.Errorf("%d shards: 1 to %d, or 0 for what the cluster has", c.Shards, MaxShards)
	case c.Replicas != 0 && c.Replicas != 1 && c.Replicas != 3 && c.Replicas != 5:
		return fmt.Errorf("%d replicas: 1, 3 or 5, or 0 for what the cluster has", c.Replicas)
	case c.Lease < 0 || c.Lease > 0 && c.Lease < leastLease:
		return fmt.Errorf("a lease of %v: at least %v, or 0 for %v", c.Lease, leastLease, DefaultLease)
	}
	if c.Lease == 0 {
		c.Lease = DefaultLease
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	return nil
}

// leastLease is the time that servers need to sync a few renewals, even on a slow disk.
const leastLease = 500 * time.Millisecond
