// Package host answers: which engines run on a node of a cluster?
//
// One for each shard that the node leads, over the shard's store: an engine is opened when its shard's replica here begins to lead, and closed when it leads no more. All of
// them embed by the one embedder of the node.
package host
