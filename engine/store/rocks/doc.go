// Package rocks answers: how does a memory survive a power cut? It keeps memories in RocksDB: one atomic batch a call,
// synced before it is acknowledged, one sync for all writers that wait. engine/store/FORMAT.md draws every key and
// value byte by byte.
//
// The straight way in is [Store.Apply]: prepare.go makes the bytes in the caller's goroutine, commit.go gathers the
// waiting callers and writes for all of them, stage.go decides what each command changes. The way out is get.go, scan.go
// and, for filling an index at start-up, load.go. Links are read in edges.go, records that belong to no memory in shelf.go. Values
// of other models gather beside those that serve, and take their place at once: layout.go, renewal.go, renewal_end.go. What C owns
// stays in database.go and view.go.
package rocks
