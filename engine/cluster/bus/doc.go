// Package bus answers: over what do the nodes of a cluster speak with each other?
//
// Over NATS. [Start] runs a NATS server inside this process: it keeps JetStream's files in the node's folder, syncs each write before it is acknowledged, and listens at one
// address for the servers of the other nodes, which show a certificate of the cluster's authority and the token of their node. The port for clients, which the library
// wants, is a free one of this machine alone and needs the node's token; this process itself connects over a pipe. [Dial] uses a NATS that somebody else runs.
package bus
