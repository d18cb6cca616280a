package engine

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

func TestInBatchesGivesEveryItemOnce(t *testing.T) {
	items := make([]int, 5*batchSize+7)
	for i := range items {
		items[i] = i
	}
	var sum, most atomic.Int64
	err := inBatches(t.Context(), items, func(_ context.Context, batch []int) error {
		for _, v := range batch {
			sum.Add(int64(v))
		}
		most.Store(max(most.Load(), int64(len(batch))))
		return nil
	})
	if n := int64(len(items)); err != nil || sum.Load() != n*(n-1)/2 || most.Load() > batchSize {
		t.Errorf("sum %d of %d items, batches of up to %d, error %v", sum.Load(), n, most.Load(), err)
	}
	full := errors.New("disk full")
	if err := inBatches(t.Context(), items, func(context.Context, []int) error { return full }); !errors.Is(err, full) {
		t.Errorf("error is %v, want that of a batch", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := inBatches(cancelled, items, func(context.Context, []int) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v after an interrupt", err)
	}
}

func TestChildIsMeasured(t *testing.T) {
	sh := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(sh, []byte("#!/bin/sh\necho answer \"$1\"\necho words >&2\n[ \"$1\" = good ]\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	b := &bench{binary: sh}
	e, err := b.child(t.Context(), "good")
	if err != nil {
		t.Fatal(err)
	}
	if string(e.stdout) != "answer good\n" || e.wall <= 0 {
		t.Errorf("%q after %v", e.stdout, e.wall)
	}
	if _, err := b.child(t.Context(), "bad"); err == nil || !strings.Contains(err.Error(), "words") {
		t.Errorf("error %v does not hold what the program said", err)
	}
}

func TestAnInterruptLeavesNothingBehind(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	b, err := newBench(options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(b.dir, "x"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := parts.Measure(ctx, b, []string{"queue"}); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
	b.clean()
	if _, err := os.Stat(b.dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the scratch folder is still there: %v", err)
	}
}

func TestFolderBytes(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "a"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, n := range map[string]int{"x": 10, "a/y": 5} {
		if err := os.WriteFile(filepath.Join(dir, name), make([]byte, n), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := folderBytes(dir); n != 15 || err != nil {
		t.Errorf("%d bytes, error %v, want 15", n, err)
	}
}
