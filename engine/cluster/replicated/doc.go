// Package replicated answers: how is a store written on several machines as one?
//
// A [Store] is a [store.Store] over a log and a store of this machine. A write is encoded, appended to the log, where a quorum has it on disk, made in the machine's own store, and
// answered, in that order. Reads go to the own store alone. So what was answered is in the log, and what is in the log is made by every machine that follows it.
//
// Writers that wait are put into one record together: while one record is on its way, the next gathers, and all of a record are answered by one append and one sync. Nothing else is
// on its way meanwhile, so at most one outcome is unknown at a time, and it is settled before anything else is appended. The machine's store is only written by what was read
// from the log or appended to it, one after the other, by one goroutine or by who follows: never by both ([Store.Lead], [Store.Follow]).
package replicated
