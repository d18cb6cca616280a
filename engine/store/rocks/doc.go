// Package rocks answers: how does a memory survive a power cut? It keeps memories in RocksDB: one atomic batch a call,
// synced before it is acknowledged, one sync for all writers that wait. engine/store/FORMAT.md draws every key and value
// byte by byte.
//
// The write path is [Store.Apply]: prepare.go encodes the bytes in the caller's goroutine, commit.go collects the
// waiting callers and writes for all of them, stage.go decides what each command changes. The read path is get.go,
// scan.go and, for filling an index at start-up, load.go. Links are read in edges.go, records that belong to no memory
// in shelf.go. During a renewal the values of new models are collected beside the current ones and replace them in one
// write: layout.go, renewal.go, renewal_end.go. Only database.go and view.go hold memory of C.
package rocks
