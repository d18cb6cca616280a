// Package trial answers: what do many callers see of a cluster whose machines die, sleep and lose each other?
//
// Writers ask random nodes for random things about a few memories that they share, while faults come and go. What they are told is kept for package history. After a
// round the cluster is stopped, and what its replicas hold is compared with each other and with what was acknowledged.
//
// So far it has judged one stand-in store with planted mistakes. No program starts a cluster yet, so no fault here has happened to one.
package trial
