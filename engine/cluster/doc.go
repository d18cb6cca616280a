// Package cluster answers: how does a memory outlive a machine?
//
// A namespace lies in one of a fixed number of shards, by a hash of its name ([ShardOf]). A shard is what a store is on one machine, kept by several
// nodes: each has a RocksDB of its own, and all of them follow one log, a stream of NATS JetStream that a quorum has on disk before a write is answered.
//
// One node leads a shard at a time. It alone appends to the log, and an append names the last record that it knows: who was deposed knows an older one, so what
// it appends is refused, whatever its clock says. A write goes: record → appended (a quorum has it) → applied to the leader's RocksDB → answered. The
// others apply the log as it comes. The place in the log stands in the same write to RocksDB as what the record brought, so a record is applied exactly once, also by a process that was killed.
//
// Who leads is agreed on by a lease in JetStream's key-value store. It is counted with each node's own monotonic clock: no two clocks are ever compared.
//
// A new node, or one that was away for long, takes a checkpoint out of JetStream's object store and then the tail of the log. What lies before a checkpoint is cut away.
//
// [Open] makes this process a [Node] of a cluster. What its nodes agree on, the cluster's settings, its members and which of them keep which shard, stands in JetStream's key-value store
// too: package agreed. A single shard is package shard.
//
// This package opens no listener and starts no NATS server: a node is given a connection to one.
package cluster
