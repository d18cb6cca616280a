// Package standin answers: how much faster is an ingest that is spread over several devices?
//
// The machines that this is measured on have two cores and no device beside them, so each node gets a [Device] that stands in for one: it takes a fixed time a token, in which it does nothing,
// and gives the values that the models made of the text before. Everything else is the program's own: the ingest, the queue of work, the way to the leader, its store and its log. All nodes run in one
// process, over one server of NATS that syncs what it acknowledges, and share the cores; a shard is kept once.
package standin
