// Package pieces answers: how do the nodes of a cluster share work?
//
// By a work queue of JetStream from which all nodes take. It is one stream; a piece is deleted once a node reports it as done. A node that works on a piece reports that every few
// seconds. If a node reports nothing for [Silence], its pieces go to other nodes. So a piece may be done more than once, and its result must be the same each time. The queue
// contains only pieces that wait or are being worked on. A piece that nobody took for [KeptFor] is dropped; a caller that waits for it finds that out with [Queue.Has].
package pieces
