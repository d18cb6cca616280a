// Package watch answers: how is a bucket of JetStream watched without end?
//
// A request for a watch goes to the server that leads the cluster's streams. While the servers elect that leader nobody answers, not even with an error, and the request never gets
// an answer. A watch that a server accepted just before it ended is lost in the same way. So a watch that delivers nothing for [Patience] before it has listed all existing keys
// ends with [ErrSilent], and the caller begins another one. After the existing keys, a watch may be silent for as long as nothing changes.
package watch
