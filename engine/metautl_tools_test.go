package engine

import (
	"context"
	"errors"
	"io"
	"testing"

	"asterism/engine/store"
)

// TestMetaLearningIsUnavailableAfterClose checks for the error INTERNAL, the specification's -32603, which is no disk error.
func TestMetaLearningIsUnavailableAfterClose(t *testing.T) {
	e, err := Open(context.Background(), Config{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	for name, call := range map[string]func(context.Context) error{
		"enable": func(ctx context.Context) error { return e.EnableMeta(ctx, false) },
		"reset":  e.ResetLambda,
		"export": func(ctx context.Context) error { return e.ExportMeta(ctx, io.Discard) },
	} {
		var told *Error
		if err := call(context.Background()); !errors.As(err, &told) || told.Kind != KindInternal || !errors.Is(err, store.ErrClosed) || told.Hint == "" {
			t.Errorf("%s: %v, want %s", name, err, KindInternal)
		}
	}
}
