// Package host answers: which engines run on a node of a cluster?
//
// One for each shard that the node leads, over the shard's store. The engine opens when this node begins to lead the shard, and closes when it stops. A node that also answers for
// shards that it follows has an engine for each of these too ([NewWarm], package warm). That engine writes nothing, and is updated along with its replica's store. All engines use
// the one embedder of the node.
package host
