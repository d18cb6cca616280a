package cluster

import (
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"
)

// Config says what a node is and where it lives.
type Config struct {
	Cluster string // the cluster's name: letters, digits and -; two clusters on one NATS have two names
	Name    string // of this node, the same whenever it starts; letters, digits and -
	About   string // what other nodes are told of this one, such as its address; at most 4 KiB
	Dir     string // the node's folder: shard N is the store shards/NNNN in it
	// Conn is a connection to the cluster's NATS, which must keep JetStream's files synced (sync_interval: always): what is acknowledged is then on the disks of a quorum. The caller closes it after the node.
	Conn *nats.Conn
	// Shards is how many shards the cluster has. The first node decides; 0: [DefaultShards], or what was decided. Another number than that is refused.
	Shards int
	// Replicas is how many servers keep the logs, and how many nodes keep a shard at first: 1, 3 or 5; 0: 3, or what was decided.
	Replicas int
	// Lease is how long a leader that is not heard of still leads; 0: 3 s.
	Lease time.Duration
	// StoreCache is that of each shard's store, in bytes; 0: as for one store alone.
	StoreCache int64
	Log        *slog.Logger
}
