// Package stream answers: how is a log kept by the servers of a NATS cluster?
//
// A [Journal] is a stream of JetStream with its files on the disks of R servers. A record is a message. A record that is too large for one message is sent in parts, stored directly
// one after the other; its place is that of the last part. If a writer was interrupted before the last part, another record follows, and readers skip the parts.
//
// An append carries two headers. Nats-Expected-Last-Sequence allows one place only: directly after the end that the writer knows. So a lookup at that place shows whether the
// message arrived. Nats-Msg-Id identifies the record there, and lets the servers answer a repeated append like the first.
//
// The servers must sync before they acknowledge (sync_interval: always). Without that, acknowledged records can be lost when all servers lose power at the same time.
package stream
