// Package spread answers: how do the nodes of a cluster embed together?
//
// Who has many notes to store gives them to a node ([Spreader.Remember]). That node cuts them into pieces, each of notes of one shard, and puts these into the cluster's queue of work (package
// pieces). Every node takes pieces, embeds them on its own device, and hands what comes of it to the leader of the shard, which stores it without embedding anything.
// Then it tells the node that put the piece there what became of each note.
//
// Nothing is stored twice, however often a piece is done: the ids of its memories are drawn when it is cut, and the leader leaves alone what it has
// ([engine.RememberPacked]). Nothing is acknowledged before the leader has acknowledged it. A node that dies, or whose leader or device fails, gives its pieces back. A piece that
// is lost on the way is put there again by who waits for it. When the caller leaves, what no node has taken yet is taken back.
//
// Nodes take from the queue only while somebody says that there is work: where nothing is spread there is no queue, and nobody asks for one.
package spread
