package main

import (
	"testing"

	"asterism/engine/pattern"
)

// Expressions are compiled at their first use, so a user would find a mistake in one.
func TestAllPatternsCompile(t *testing.T) {
	if err := pattern.Check(); err != nil {
		t.Error(err)
	}
}
