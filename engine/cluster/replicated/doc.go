// Package replicated answers: how is a store written on several machines as one?
//
// A [Store] is a [store.Store] over a log and a local store. A write is encoded, appended to the log, where a quorum has it on disk, applied to the local store, and answered, in
// that order. Reads use the local store only. So every answered write is in the log, and every machine that follows the log applies it.
//
// Waiting writes are grouped into one record: while one record is in flight, the next one collects. One append and one sync answer all writes of a record. Only one record is in
// flight, so at most one outcome is unknown at a time, and it is settled before the next append. The local store only receives records of the log, one after the other, from one
// goroutine: the leader's or the follower's, never both ([Store.Lead], [Store.Follow]).
package replicated
