// Package host answers: which engines run on a node of a cluster?
//
// One for each shard that the node leads, over the shard's store: an engine is opened when its shard's replica here begins to lead, and closed when it leads no more. A node that is to answer for shards which
// it only follows has an engine for each of these too, that writes nothing and is kept as its replica's store is ([NewWarm], package warm). All of them embed by the one embedder of the node.
package host
