package cluster

import (
	"crypto/sha256"
	"encoding/binary"
)

// DefaultShards is how many shards a cluster has when it is made without a number.
const DefaultShards = 16

// MaxShards is how many a cluster can have: each is a stream, and a store on each node that keeps it.
const MaxShards = 1024

// ShardOf is the shard, 0 to shards-1, of a namespace: the first eight bytes of its SHA-256, big-endian, modulo their number. It never changes.
func ShardOf(namespace string, shards int) int {
	sum := sha256.Sum256([]byte(namespace))
	return int(binary.BigEndian.Uint64(sum[:8]) % uint64(shards))
}
