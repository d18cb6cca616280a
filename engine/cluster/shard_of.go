package cluster

import (
	"crypto/sha256"
	"encoding/binary"
)

// DefaultShards is how many shards a cluster has when it is made without a number.
const DefaultShards = 16

// MaxShards is the greatest number of shards of a cluster. Each shard is a stream, and a store on each node that keeps it.
const MaxShards = 1024

// ShardOf returns the shard of a namespace, 0 to shards-1: the first eight bytes of the name's SHA-256, big-endian, modulo shards. It must never change.
func ShardOf(namespace string, shards int) int {
	sum := sha256.Sum256([]byte(namespace))
	return int(binary.BigEndian.Uint64(sum[:8]) % uint64(shards))
}
