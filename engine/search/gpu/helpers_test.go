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

// childVariable makes this binary do the task of a test and end: the loader of a driver opens one library a process.
const childVariable = "ASTERISM_INDEX_CARD_TEST_CHILD"

// childTask is what it does then; nil: no test has a task.
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

// openEmulated opens a replica on an emulated GPU, from the first chunk on.
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

// waitCopied waits until what was offered is on the GPU.
func waitCopied(t testing.TB, m *Replica) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if err := m.Sync(ctx); err != nil {
		t.Fatal(err)
	}
}

// fill offers chunks of drawn memories to a replica, by an index, which it returns.
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
