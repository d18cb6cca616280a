package engine

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"asterism/engine/testlog"
	"asterism/models"
)

// gpuFaultsOnTrial checks that a fault of a backend during the comparison keeps the space off the GPU, does not end the program, and is not stored as a
// result. If nothing can be stored, that is reported once.
func gpuFaultsOnTrial(t *testing.T, dir string) {
	file := filepath.Join(t.TempDir(), "no folder")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", file)
	log := &testlog.Log{}
	c, opened := withPretended(t, dir, log, func(p *pretended) {
		p.hook = func(s models.Space) error {
			if s == models.Graph {
				panic("a fault of the GPU")
			}
			return nil
		}
	})
	e := openConfig(t, c)
	for s, b := range settled(t, e) {
		if (b == opened().Name()) != (s != models.Graph) {
			t.Errorf("%v runs on %s", s, b)
		}
	}
	if log.Count("a fault of the GPU") != 1 || log.Count("is not remembered") != 1 {
		t.Errorf("the log:\n%s", log.String())
	}
}

// gpuWithoutProcessor: a fallback from the GPU needs ONNX Runtime, and so does the comparison. That it is missing is reported before gigabytes are loaded.
func gpuWithoutProcessor(t *testing.T, dir string) {
	c, opened := withPretended(t, dir, &testlog.Log{}, func(*pretended) {})
	c.Device, c.ORTLib = "cuda:0", filepath.Join(t.TempDir(), "libonnxruntime.so.1")
	var asked *Error
	if _, err := Open(context.Background(), c); !errors.As(err, &asked) || asked.Kind != KindDevice || !strings.Contains(err.Error(), c.ORTLib) || opened() != nil {
		t.Errorf("error is %v, the GPU was opened: %v", err, opened() != nil)
	}
}

// nothingIsLeft checks that closed engines leave nothing running, at any point of a trial.
func nothingIsLeft(t *testing.T, before int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
	}
}
