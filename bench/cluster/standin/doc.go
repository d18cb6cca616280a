// Package standin answers: how much faster is an ingest that is spread over several devices?
//
// The machines that this is measured on have two cores and no other device, so each node gets a [Device] that is a mock: it waits a fixed time a token, and returns the values that the models computed
// before. Everything else is the program's own: the ingest, the queue of work, the way to the leader, its store and its log. All nodes run in one process, over one server of NATS that syncs what it
// acknowledges, and share the cores; a shard is kept once.
package standin
