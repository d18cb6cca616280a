//go:build race

package goaldna

// raced says that the race detector is on: it makes sync.Pool forget.
const raced = true
