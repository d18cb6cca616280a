package engine

import (
	"testing"
)

// learned waits until nothing is being learned.
func learned(t *testing.T, e *Engine) {
	t.Helper()
	eventually(t, "learn the weights of search", func() bool { return !e.learning.State().Running })
}
