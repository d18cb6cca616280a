package engine

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
)

const envCopies = "ASTERISM_TEST_COPIES" // directory of a process that stores the same texts until it is killed

var crashTexts = []string{"The build is green.", "The lift is broken."}

const crashWriters = 4

// copyUntilKilled stores the same texts over and over, and prints each acknowledged one.
func copyUntilKilled(t *testing.T, dir string) {
	e := open(t, dir)
	var wg sync.WaitGroup
	for w := range crashWriters {
		wg.Go(func() {
			for n := w; ; n++ {
				if got, err := e.Remember(context.Background(), Note{Content: crashTexts[n%len(crashTexts)]}); err != nil {
					t.Error(err)
				} else {
					fmt.Printf("said %d %d\n", n%len(crashTexts), got.TimesSeen)
				}
			}
		})
	}
	wg.Wait()
}

// TestCountsSurviveKill checks that no acknowledged count is lost by a kill, and that only calls in flight may count in addition.
func TestCountsSurviveKill(t *testing.T) {
	if dir := os.Getenv(envCopies); dir != "" {
		copyUntilKilled(t, dir)
	}
	dir := t.TempDir()
	said := map[string]int{}
	for round := range 3 {
		child := exec.Command(os.Args[0], "-test.run", "^TestCountsSurviveKill$")
		child.Env = append(os.Environ(), envCopies+"="+dir)
		out, err := child.StdoutPipe()
		if err == nil {
			err = child.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		heard := 0
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var text, seen int
			if !strings.HasPrefix(lines.Text(), "said ") {
				continue
			}
			if _, err := fmt.Sscanf(lines.Text(), "said %d %d", &text, &seen); err != nil {
				t.Fatal(err)
			}
			said[crashTexts[text]]++
			if heard++; heard == 25*(round+1) {
				if err := child.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		_ = child.Wait() // it was killed
		if heard < 25*(round+1) {
			t.Fatalf("round %d: the process ended by itself after %d stores", round, heard)
		}
		e := open(t, dir)
		for _, text := range crashTexts {
			id, ok, err := e.store.Find(t.Context(), DefaultNamespace, TextHash(text))
			if err != nil || !ok {
				t.Fatalf("round %d: %q is not there: %v", round, text, err)
			}
			if seen := timesSeen(t, e, id); seen < said[text] || seen > said[text]+crashWriters {
				t.Errorf("round %d: %q was seen %d times, %d were acknowledged", round, text, seen, said[text])
			} else {
				said[text] = seen
			}
		}
		mustBeSound(t, e, len(crashTexts))
		if err := e.Close(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
}

// TestADreamCountsCopies checks that a merged memory counts both memories' repeats, and that an undo restores each count.
func TestADreamCountsCopies(t *testing.T) {
	e := open(t, t.TempDir())
	notes := copiesOfNotes()
	r := remember(t, e, notes[0], notes[1], notes[3]) // three spellings of one text
	bare := func(n int) Note { return Note{Content: notes[n].Content} }
	remember(t, e, bare(0), bare(1), bare(1), bare(3))
	before := told(t, e)
	got := dreamt(t, e, DreamQuestion{})
	if len(got.Merges) != 2 || timesSeen(t, e, r[0].ID) != 7 {
		t.Fatalf("%d merges, seen %d times; want 2 and 7", len(got.Merges), timesSeen(t, e, r[0].ID))
	}
	if m, err := e.Get(t.Context(), r[0].ID); err != nil || m.LastRepeat.Before(before[r[2].ID].LastRepeat) {
		t.Errorf("last seen %v, the youngest copy %v; error %v", m.LastRepeat, before[r[2].ID].LastRepeat, err)
	}
	if again := remember(t, e, bare(1))[0]; again.ID == r[1].ID || again.AlreadyStored || again.ForgottenCopy == nil { // its spelling was merged
		t.Errorf("a copy that was put away is said again: %+v", again)
	}
	dreamt(t, e, DreamQuestion{Undo: got.ID})
	for i, want := range []int{2, 3, 2} {
		if seen := timesSeen(t, e, r[i].ID); seen != want {
			t.Errorf("taken back, copy %d was seen %d times, want %d", i, seen, want)
		}
	}
	mustBeSound(t, e, 4)
}
