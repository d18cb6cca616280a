// Package shard answers: who leads a shard, and how do the others follow?
//
// Each node runs one [Shard] for every shard that it keeps. While another node holds the shard's lease, it follows the log. When the lease is free, it takes the lease and appends
// to the log that it leads, which shuts out the former leader. It applies everything before that record, and then leads. It follows again when it gives up the lease, or finds that
// another node leads.
//
// A lease is an entry of a key-value bucket, renewed by compare-and-swap ([Leases]). Clocks of two machines are never compared. The holder measures a lease from the time at which
// it sent the renewal, the others from the time at which they saw it, each with its own monotonic clock. So the others never consider it expired before the holder does. Even if
// they did, the log lets only one of them write.
package shard
