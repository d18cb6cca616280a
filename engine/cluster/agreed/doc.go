// Package agreed answers: what do the nodes of a cluster agree on?
//
// On three things, which stand in two key-value buckets of JetStream: the [Settings] that its first node chose, the [Member] that each node is, and which nodes keep which shard. Each is
// one key, and changes by compare-and-swap: of two that change it at once one is refused, reads anew and decides anew. A node watches them ([Table.WatchPlaces]) and does what they say.
package agreed
