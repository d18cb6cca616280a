package cluster

import (
	"fmt"
	"path/filepath"
)

// names builds the names of everything that a cluster has on its NATS.
type names struct{ cluster string }

func (n names) log(shard int) string { return fmt.Sprintf("ASTERISM_%s_%04d", n.cluster, shard) }
func (n names) subject(shard int) string {
	return fmt.Sprintf("asterism.%s.log.%04d", n.cluster, shard)
}
func (n names) nodes() string       { return "asterism_" + n.cluster + "_nodes" }
func (n names) leases() string      { return "asterism_" + n.cluster + "_leases" }
func (n names) shards() string      { return "asterism_" + n.cluster + "_shards" }
func (n names) checkpoints() string { return "asterism_" + n.cluster + "_checkpoints" }

// leasesStream is the stream behind the bucket of leases.
func (n names) leasesStream() string { return "KV_" + n.leases() }

// LogName is the stream name of a shard's log.
func LogName(cluster string, shard int) string { return names{cluster}.log(shard) }

// streams returns the names of all streams of a cluster with the given number of shards: the logs, and those behind the buckets and the object store.
func (n names) streams(shards int) []string {
	out := []string{"KV_" + n.nodes(), n.leasesStream(), "KV_" + n.shards(), "OBJ_" + n.checkpoints()}
	for s := range shards {
		out = append(out, n.log(s))
	}
	return out
}

// ShardDir is the folder of a shard's store in a node's folder.
func ShardDir(dir string, shard int) string {
	return filepath.Join(dir, shardsFolder, fmt.Sprintf("%04d", shard))
}

const shardsFolder = "shards"
