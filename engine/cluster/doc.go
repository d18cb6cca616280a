// Package cluster answers: how does a memory outlive a machine?
//
// A namespace belongs to one of a fixed number of shards, by a hash of its name ([ShardOf]). A shard is like the store of a single machine, but several nodes keep it. Each node has
// its own RocksDB, and all of them follow one log: a stream of NATS JetStream that a quorum has on disk before a write returns.
//
// One node leads a shard at a time. Only it appends to the log. Each append names the last record that the leader knows. A deposed leader knows an older record, so its append is
// refused, whatever its clock says. A write goes: record → appended (a quorum has it) → applied to the leader's RocksDB → answered. The other nodes apply the log as it arrives. The
// log position is stored in the same RocksDB write as the changes of the record. So each record is applied exactly once, even if the process is killed.
//
// The leader is agreed on by a lease in JetStream's key-value store. Each node measures the lease with its own monotonic clock; clocks of two machines are never compared.
//
// A new node, or one that was away for a long time, loads a checkpoint from JetStream's object store and then reads the tail of the log. The log before a checkpoint is deleted.
//
// [Open] makes this process a [Node] of a cluster. What the nodes agree on is also stored in JetStream's key-value store: the settings, the members and the placement of shards.
// Package agreed does that. Package shard is a single shard.
//
// This package opens no listener and starts no NATS server. The caller passes a connection.
package cluster
