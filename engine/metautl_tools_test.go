package engine

import (
	"context"
	"errors"
	"io"
	"testing"

	"asterism/engine/store"
)

// TestMetaLearningIsUnavailableAfterClose: INTERNAL, the specification's -32603, and not a fault of the disk.
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
