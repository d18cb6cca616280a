// Package backend answers: what is a backend? It holds the contract; its sub-packages hold one way to
// embed each, and engine/backend/suite holds the tests that every one of them must pass.
package backend
