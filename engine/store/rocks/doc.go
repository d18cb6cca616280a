// Package rocks answers: how does a memory survive a power cut? It stores memories in RocksDB: one atomic batch per
// call, synced before it is acknowledged, one sync for all waiting writers. engine/store/FORMAT.md shows every key and
// value byte by byte.
//
// The write path is [Store.Apply]: prepare.go encodes the bytes in the caller's goroutine, commit.go collects the
// waiting callers and writes for all of them, stage.go decides what each command changes. The read path is get.go,
// scan.go and, for filling an index at start, load.go. edges.go reads links, and shelf.go reads records that belong to
// no memory. During a renewal the values of new models are collected next to the current ones and replace them in one
// write: layout.go, renewal.go, renewal_end.go. Only database.go and view.go hold memory allocated in C.
package rocks
