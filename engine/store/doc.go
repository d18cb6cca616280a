// Package store answers: what does keeping a memory mean? It contains the contract, the errors, the in-memory
// store for tests, and (in engine/store/suite) the tests that every store must pass.
//
// [Store] is the whole contract. Commands are applied ([Memories.Apply]); memories are read ([Memories.Get], scans). Applying a command twice does the same as applying it once, and
// versions decide which of two writes wins, so replaying a log of commands rebuilds a store. A purge leaves a [Tombstone]. The clock says how old a memory is; it never decides order or
// versions.
//
// Records that belong to no single memory (goals, history, undo records, state) are on shelves ([Shelves]): keys in byte order whose meaning the store does not
// know. So a package can change its records without a new store format.
package store
