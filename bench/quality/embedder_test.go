package quality

import (
	"context"
	"testing"
)

// shipped is an embedder of the models in this repository.
func shipped(t testing.TB) *Embedder {
	t.Helper()
	e, err := Open(context.Background(), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}
