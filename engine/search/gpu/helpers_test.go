package gpu

import (
	"context"
	"log/slog"
	"os"
	"sync"
	"testing"
	"time"

	"asterism/engine/search"
	"asterism/kernels/cuda"
	"asterism/kernels/cuda/emulate"
)

// childVariable makes this binary run the task of a test and exit: the driver's loader opens one library per
// process.
const childVariable = "ASTERISM_INDEX_CARD_TEST_CHILD"

// childTask is that task; nil: no test has one.
var childTask func() error

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) != "" {
		if err := childTask(); err != nil {
			os.Stderr.WriteString(err.Error() + "\n")
			os.Exit(1)
		}
		os.Exit(0)
	}
	code := m.Run()
	emulate.Remove()
	os.Exit(code)
}

// openEmulated opens a replica on an emulated GPU that is used from the first chunk on.
func openEmulated(t testing.TB, o Options) *Replica {
	t.Helper()
	if o.Open == nil {
		o.Open = func() (cuda.Machine, error) { return emulate.New() }
	}
	if o.MinMemories == 0 {
		o.MinMemories = 1
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	m, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	return m
}

// waitCopied waits until all offered chunks are on the GPU.
func waitCopied(t testing.TB, m *Replica) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if err := m.Sync(ctx); err != nil {
		t.Fatal(err)
	}
}

// fill offers chunks of random memories to a replica through an index, and returns the index.
func fill(t testing.TB, m *Replica, chunks int) (*search.Index, *trialData) {
	t.Helper()
	s := drawn()
	ix := search.New(s)
	ix.SetReplica(m)
	for i := range chunks*1024 + 1 {
		if err := ix.Add(&s.memories[i]); err != nil {
			t.Fatal(err)
		}
	}
	return ix, s
}

var drawn = sync.OnceValue(newTrialData)
