// Package stream answers: how is a log kept by the servers of a NATS cluster?
//
// A [Journal] is a stream of JetStream with its files on the disks of R servers. A record is a message. One that is too large for a message travels in parts that stand directly behind one another; its place
// is that of the last. Parts whose writer was cut off before the last are followed by another record, and readers leave them out.
//
// An append carries two headers. Nats-Expected-Last-Sequence lets it stand at one place only, directly behind the end that its writer knows. So whether it arrived can be looked up at that place.
// Nats-Msg-Id names the record there, and lets the servers answer a repeated append as the first.
//
// The servers must sync before they acknowledge (sync_interval: always). Without it, what was acknowledged can be lost when all servers lose power at once.
package stream
