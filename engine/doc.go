// Package engine answers: how does a memory go in and come out?
//
// remember.go is the way in, recall.go the way out; both read as the seven steps of ARCHITECTURE.md.
package engine
