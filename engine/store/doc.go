// Package store answers: what does keeping a memory mean? It holds the contract, the errors, the in-memory store
// for tests, and (in engine/store/suite) the tests that every store must pass.
//
// [Store] is the whole contract. Commands go in ([Memories.Apply]), memories come out ([Memories.Get], scans). Applying a command twice does the same as applying it once, and versions decide which of
// two writes stands, so a log of commands that is played again rebuilds a store. A delete leaves a [Tombstone]. The clock says how old a memory is; it never decides
// order or versions.
//
// What belongs to no one memory (goals, history, undo records, state) lies on shelves ([Shelves]): keys in byte order, whose meaning the store does not know. So a
// package can change its records without a new store format.
package store
