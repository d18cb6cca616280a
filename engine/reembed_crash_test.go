package engine

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"asterism/engine/reembed"
	"asterism/engine/store"
)

const envReembed = "ASTERISM_TEST_REEMBED" // directory, folder of models, and point at which this process kills itself

// TestAKilledReembeddingGoesOn kills a process with signal 9 at every point of a change of models. The old models are used until the switch, and the
// new ones after it; new values are kept, and the next run finishes.
func TestAKilledReembeddingGoesOn(t *testing.T) {
	if at := strings.Split(os.Getenv(envReembed), "|"); len(at) == 3 {
		killInReembedding(t, Config{Data: at[0], Profile: "full", Models: at[1]}, at[2])
		return
	}
	folder := otherModels(t, "full")
	for _, c := range []struct {
		point string
		left  int // memories without new values, of 12
	}{{"begun", 12}, {"batch", 8}, {"complete", 0}, {"switching", 0}, {"switched", 0}} {
		ctx, dir := context.Background(), t.TempDir()
		next := Config{Data: dir, Profile: "full", Models: folder}
		e := open(t, dir)
		setStar(t, e, "", breadGoal)
		remember(t, e, notesOf(append(breadNotes, otherNotes...)...)...)
		shut(t, e)
		child := exec.Command(os.Args[0], "-test.run", "^TestAKilledReembeddingGoesOn$")
		child.Env = append(os.Environ(), envReembed+"="+strings.Join([]string{dir, folder, c.point}, "|"))
		out, err := child.CombinedOutput()
		var ended *exec.ExitError
		if !errors.As(err, &ended) || ended.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			t.Fatalf("%s: the process was not killed: %v\n%s", c.point, err, out)
		}
		serving := Config{Data: dir}
		if c.point == "switched" {
			serving = next
			if _, err := Open(ctx, Config{Data: dir}); !errors.Is(err, store.ErrProfile) {
				t.Errorf("%s: open with the old models: error %v, want ErrProfile", c.point, err)
			}
		} else {
			mustRefuseNew(t, next)
		}
		e = openWith(t, serving)
		if at := place(t, e, Question{Text: breadNotes[0]}, breadNotes[0]); at != 1 {
			t.Errorf("%s: the memory is at place %d", c.point, at)
		}
		shut(t, e)
		r := reembedding(t, next)
		plan, err := r.Plan(ctx)
		if err != nil || plan.Left != c.left && !plan.Nothing() || plan.Nothing() != (c.point == "switched") {
			t.Errorf("%s: plan %+v, error %v; want %d left", c.point, plan, err, c.left)
		}
		if report := finish(t, r); report.Embedded != c.left {
			t.Errorf("%s: %d memories were embedded, want %d", c.point, report.Embedded, c.left)
		}
		e = openWith(t, next)
		aligned(t, e, "")
		if n := checkAligned(t, e, DefaultNamespace); n != 12 {
			t.Errorf("%s: %d memories are measured", c.point, n)
		}
		mustEqualFresh(t, e, next)
		shut(t, e)
	}
}

func killInReembedding(t *testing.T, c Config, point string) {
	ctx := context.Background()
	tuneReembedding = func(run *reembed.Config) {
		run.Batch, run.InFlight = 4, 1
		run.At = func(at string) {
			if at == point {
				_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
				select {}
			}
		}
	}
	r, err := OpenReembedding(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	e, err := Open(ctx, Config{Data: c.Data})
	if err != nil {
		t.Fatal(err)
	}
	_, beside := r.Beside(ctx, e, nil)
	closed := e.Close(ctx)
	_, finished := r.Finish(ctx, nil)
	t.Fatalf("it was not killed: %v, %v, %v", beside, closed, finished)
}
