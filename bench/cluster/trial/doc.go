// Package trial answers: what do many callers see of a cluster whose machines die, sleep and lose each other?
//
// Writers ask random nodes for random things about a few memories that they share, while faults come and go. What they are told is kept for package history. After a
// round the cluster is stopped, and what its replicas hold is compared with each other and with what was acknowledged.
//
// Its own test judges one stand-in store with planted mistakes; package processes has the real thing.
package trial
