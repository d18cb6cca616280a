// Package pieces answers: how do the nodes of a cluster share work?
//
// By a work queue of JetStream, which all of them take from: one stream, from which a piece is gone once a node has said that it is done. A node that takes a piece says
// every few seconds that it is at work on it. When nothing is heard of a node for [Silence] its pieces go to others, so a piece may be done more than once, and
// what is done of it must be the same the second time. The queue holds what is on its way and nothing else: a piece that nobody took for [KeptFor] is dropped, and whoever
// waits for it sees that with [Queue.Has].
package pieces
