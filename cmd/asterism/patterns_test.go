package main

import (
	"testing"

	"asterism/engine/pattern"
)

// Expressions are compiled when they are first used: one with a mistake would be found by a user.
func TestAllPatternsCompile(t *testing.T) {
	if err := pattern.Check(); err != nil {
		t.Error(err)
	}
}
