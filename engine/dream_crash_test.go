package engine

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"asterism/engine/dream"
	"asterism/engine/store"

	"github.com/google/uuid"
)

const envDream = "ASTERISM_TEST_DREAM" // directory and point at which this process kills itself

// TestAKilledDreamCanBeTakenBack kills a process with signal 9 at every point of a dream, and reverts the dream.
func TestAKilledDreamCanBeTakenBack(t *testing.T) {
	if dir, point, ok := strings.Cut(os.Getenv(envDream), "|"); ok {
		killInDream(t, dir, point)
		return
	}
	for _, point := range []string{"noted", "merged", "linked"} {
		ctx, dir := context.Background(), t.TempDir()
		e := prepared(t, Config{Data: dir})
		memories, edges := told(t, e), learnedEdges(t, e)
		if err := e.Close(ctx); err != nil {
			t.Fatal(err)
		}
		child := exec.Command(os.Args[0], "-test.run", "^TestAKilledDreamCanBeTakenBack$")
		child.Env = append(os.Environ(), envDream+"="+dir+"|"+point)
		out, err := child.CombinedOutput()
		var ended *exec.ExitError
		if !errors.As(err, &ended) || ended.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			t.Fatalf("%s: the process was not killed: %v\n%s", point, err, out)
		}
		e = open(t, dir)
		var id store.ID
		err = e.dreams.Each(ctx, func(_ []byte, r *dream.Record) (bool, error) {
			if r.Finished {
				t.Errorf("%s: the dream is noted as finished", point)
			}
			id = r.ID
			return true, nil
		})
		if err != nil || id == uuid.Nil {
			t.Fatalf("%s: no dream was noted: %v", point, err)
		}
		if merged := !reflect.DeepEqual(told(t, e), memories); merged != (point != "noted") {
			t.Errorf("%s: merges were done: %v", point, merged)
		}
		dreamt(t, e, DreamQuestion{Undo: id})
		mustBeAsBefore(t, e, memories, edges)
		mustBeSound(t, e, len(memories))
		if err := e.Close(ctx); err != nil {
			t.Fatal(err)
		}
	}
}

func killInDream(t *testing.T, dir, point string) {
	e, err := Open(context.Background(), Config{Data: dir})
	if err != nil {
		t.Fatal(err)
	}
	atDreamPoint(t, point, 1, func() { _ = syscall.Kill(os.Getpid(), syscall.SIGKILL); select {} })
	_, err = e.Dream(context.Background(), DreamQuestion{Rationale: "to be killed"})
	t.Fatalf("the dream ended: %v", err)
}
