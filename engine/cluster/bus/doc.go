// Package bus answers: over what do the nodes of a cluster speak with each other?
//
// Over NATS. [Start] runs a NATS server inside this process. It keeps JetStream's files in the node's folder and syncs each write before it acknowledges it. It listens at one
// address for the servers of the other nodes, which must show a certificate of the cluster's authority and their node's token. The library requires a port for clients too: it is a
// free port of this machine only and needs the node's token. This process itself connects over a pipe. [Dial] uses a NATS that runs elsewhere.
package bus
