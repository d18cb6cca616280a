// Package suite answers: does a store keep its promises? It holds the tests that every implementation of [store.Store],
// [store.Shelves] and [store.Graph] runs: what each command does, what comes back, in which order, and what many writers at once may not break.
package suite
