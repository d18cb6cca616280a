// Package node answers: how does a process take part in a cluster?
//
// It opens, one after the other: the bus (NATS in this process, or one that somebody else runs), the models, this machine's replicas of the shards, an engine for each shard that this
// machine leads (and, where searches may be read from any node, follows), the exchange by which nodes ask each other, and the door at which machines join. Meanwhile tool calls are told that they come too early, as they are while models are
// loaded. From then on each call is passed on to the shard that it concerns (package passing), on whichever node that shard is led.
//
// Beside tool calls nodes ask each other how they are, and for copies of their shards, and embed together what is spread over them (package spread). What a person asks of the cluster comes as tools of the user's own commands: [Node.Tools].
package node
