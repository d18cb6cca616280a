// Package watch answers: how is a bucket of JetStream watched without end?
//
// A request for a watch goes to the server that leads the cluster's streams. While the servers choose which one that is nobody answers it, not even with a refusal, and who asked then is never
// answered. A watch that a server took on just before it ended is forgotten in the same way. So a watch that has told nothing for [Patience], and has not come to the end of what there is, ends with
// [ErrSilent], and the caller begins another one. After that end a watch may be silent for as long as nothing changes.
package watch
