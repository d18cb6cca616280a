// Package spread answers: how do the nodes of a cluster embed together?
//
// A caller with many notes gives them to one node ([Spreader.Remember]). That node divides them into pieces, each with notes of one shard, and puts these into the cluster's work
// queue (package pieces). Every node takes pieces, embeds them on its own device, and sends the results to the leader of the shard, which stores them without embedding anything.
// Then it reports the outcome of each note to the node that made the piece.
//
// Nothing is stored twice, however often a piece is done: the ids of its memories are made together with the piece, and the leader skips what it has ([engine.RememberPacked]).
// Nothing is acknowledged before the leader has acknowledged it. If a node dies, or its leader or device fails, its pieces go back. The node that waits for a piece puts it into the
// queue again if it is lost. When the caller leaves, pieces that no node has taken are removed.
//
// Nodes only read the queue while a node announces work. Without such work there is no queue, and no requests for one.
package spread
