package engine

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"

	"asterism/engine/embedder"
	"asterism/models"
	"asterism/models/drawn"
	"asterism/models/drawn/profile"
)

// shared is the folder of what tests share, created when it is first needed.
var shared string

func TestMain(m *testing.M) {
	code := m.Run()
	if compact != nil {
		if err := compact.Close(context.Background()); err != nil {
			fmt.Fprintln(os.Stderr, "close the models that tests share:", err)
			code = max(code, 1)
		}
	}
	if shared != "" {
		_ = os.RemoveAll(shared)
	}
	os.Exit(code)
}

// allTiny writes the full profile of tiny models once for all tests: it takes seconds, and longer under the race detector.
var allTiny = sync.OnceValues(func() (dir string, err error) {
	if shared, err = os.MkdirTemp("", "asterism-engine-"); err != nil {
		return "", err
	}
	_, err = profile.Write(context.Background(), shared, drawn.Tiny, models.PrecisionF32)
	return shared, err
})

// compact are the compact models, opened once for all tests that are not about opening them: that takes longer than most of these tests.
var compact *embedder.Embedder

func compactModels(t testing.TB) *embedder.Embedder {
	t.Helper()
	if compact == nil {
		m, err := embedder.Open(context.Background(), embedder.Options{})
		if err != nil {
			t.Fatal(err)
		}
		compact = m
	}
	return compact
}
