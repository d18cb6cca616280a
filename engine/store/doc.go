// Package store answers: what does keeping a memory mean? It holds the contract, the errors, the in-memory store
// for tests, and (in engine/store/suite) the tests that every store must pass.
package store
