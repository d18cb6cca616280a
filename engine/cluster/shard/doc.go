// Package shard answers: who leads a shard, and how do the others follow?
//
// Each node runs one [Shard] for every shard that it keeps. While somebody holds the shard's lease it follows the log. When nobody does it takes the lease, appends to the log that it leads, which
// shuts out whoever led before, makes what stands before that, and leads. It follows again when it gives the lead up, or finds that another leads.
//
// A lease is an entry of a key-value bucket, renewed by compare-and-swap ([Leases]). Nobody compares clocks: a holder counts a lease from when it sent the renewal, the others from when they saw
// it, each with its own monotonic clock, so that they never think it over before he does. Even were that wrong, the log lets only one of them write.
package shard
