// Package node answers: how does a process take part in a cluster?
//
// It opens these parts in order: the bus (NATS in this process, or one that runs elsewhere), the models, this machine's replicas of the shards, an engine for each shard that this
// machine leads (and for each that it follows, if searches may read from any node), the exchange by which nodes ask each other, and the door at which machines join. Until then tool
// calls get an error that says that they come too early, as while models are loaded. Afterwards each call is passed on to its shard (package passing), on whichever node that shard
// is led.
//
// In addition to tool calls, nodes ask each other for their state and for copies of their shards, and share embedding work (package spread). Commands of the user that concern the
// cluster are tools of their own: [Node.Tools].
package node
