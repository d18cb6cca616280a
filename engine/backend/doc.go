// Package backend answers: what is a backend? It defines the contract. Each sub-package is one way to embed, and
// engine/backend/suite contains the tests that all of them must pass.
package backend
