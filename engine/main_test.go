package engine

import (
	"context"
	"os"
	"sync"
	"testing"

	"asterism/bench/fullprofile"
	"asterism/bench/makemodel"
	"asterism/models"
)

// shared is the folder of what tests share, made at the first need.
var shared string

func TestMain(m *testing.M) {
	code := m.Run()
	if shared != "" {
		_ = os.RemoveAll(shared)
	}
	os.Exit(code)
}

// allTiny writes the full profile of tiny models once for all tests: seconds of work, and more under the race detector.
var allTiny = sync.OnceValues(func() (dir string, err error) {
	if shared, err = os.MkdirTemp("", "asterism-engine-"); err != nil {
		return "", err
	}
	_, err = fullprofile.Write(context.Background(), shared, makemodel.Tiny, models.PrecisionF32)
	return shared, err
})
