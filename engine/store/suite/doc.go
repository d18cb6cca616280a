// Package suite answers: does a store meet its contract? It contains the tests that every implementation of [store.Memories], [store.Shelves]
// and [store.Graph] runs: what each command does, what is returned, in which order, and what must hold with many concurrent writers.
package suite
