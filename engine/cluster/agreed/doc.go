// Package agreed answers: what do the nodes of a cluster agree on?
//
// They agree on three things, stored in two key-value buckets of JetStream: the [Settings] that the first node chose, the [Member] entry of each node, and the nodes that keep each
// shard. Each is one key and changes by compare-and-swap: if two nodes change it at the same time, one is refused, and reads and decides again. A node watches the keys
// ([Table.WatchPlaces]) and acts on them.
package agreed
