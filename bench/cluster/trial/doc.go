// Package trial answers: what do many callers see of a cluster whose machines die, sleep and lose each other?
//
// Writers send random calls about a few shared memories to random nodes, while faults come and go. The answers are recorded for package history. After a round the
// cluster is stopped, and its replicas are compared with each other and with what was acknowledged.
//
// Its own test judges one stand-in store with planted mistakes; package processes has the real thing.
package trial
