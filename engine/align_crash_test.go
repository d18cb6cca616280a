package engine

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// envAlign makes a child process of the test binary set goals in this folder until it is killed.
const envAlign = "ASTERISM_TEST_ALIGN_DIR"

// crashGoal is the text of a goal; its number is at the end.
func crashGoal(n int) string {
	return fmt.Sprintf("%s (%d)", []string{breadGoal, "Win the next match and the cup."}[n%2], n)
}

func crashGoalNumber(t *testing.T, words string) (n int) {
	t.Helper()
	if _, err := fmt.Sscanf(words[strings.LastIndex(words, "("):], "(%d)", &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// setGoalsUntilKilled sets one goal after another and prints the number of each. Each pass gets a little time, so that the
// kill hits some at the beginning, some in the middle and some after the end.
func setGoalsUntilKilled(t *testing.T, dir string) {
	alignStep = 1
	e := open(t, dir)
	fewStrangers(t, e)
	n := crashGoalNumber(t, e.aims.Tree(DefaultNamespace).Description)
	for {
		n++
		setStar(t, e, "", crashGoal(n))
		fmt.Printf("set %d\n", n)
		time.Sleep(time.Duration(rand.IntN(60)) * time.Millisecond)
	}
}

// TestAlignmentSurvivesKill kills a process that changes goals again and again. It checks that the last acknowledged goal is there,
// and that every memory gets its vector.
func TestAlignmentSurvivesKill(t *testing.T) {
	if dir := os.Getenv(envAlign); dir != "" {
		setGoalsUntilKilled(t, dir)
	}
	dir := t.TempDir()
	e := open(t, dir)
	setStar(t, e, "", crashGoal(0))
	remember(t, e, notesOf(append(breadNotes, otherNotes...)...)...)
	if err := e.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	unfinished := 0
	for round := range 5 {
		last := setAndKill(t, dir)
		e := open(t, dir)
		if now := crashGoalNumber(t, e.aims.Tree(DefaultNamespace).Description); now < last || now > last+1 {
			t.Fatalf("round %d: goal %d is set, %d was acknowledged last", round, now, last)
		}
		if g, err := e.Goals(context.Background(), ""); err != nil {
			t.Fatal(err)
		} else if g.Aligning {
			unfinished++
		}
		if g := aligned(t, e, ""); g.Measured != 12 {
			t.Errorf("round %d: %d memories are measured", round, g.Measured)
		}
		if n := checkAligned(t, e, DefaultNamespace); n != 12 {
			t.Errorf("round %d: %d memories", round, n)
		}
		checkHistories(t, e)
		if err := e.Close(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	if t.Logf("%d of 5 kills came in the middle of a pass", unfinished); unfinished == 0 {
		t.Error("no kill came in the middle of a pass: nothing was tested")
	}
}

// setAndKill runs the child until it has set a few goals, kills it at a random moment afterwards, and returns the last goal that it acknowledged.
func setAndKill(t *testing.T, dir string) (last int) {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run", "^TestAlignmentSurvivesKill$")
	child.Env = append(os.Environ(), envAlign+"="+dir)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	last = -1
	lines := bufio.NewScanner(out)
	for heard := 0; lines.Scan(); {
		if _, err := fmt.Sscanf(lines.Text(), "set %d", &last); err != nil {
			continue
		}
		if heard++; heard == 3 {
			time.AfterFunc(time.Duration(rand.IntN(80))*time.Millisecond, func() { _ = child.Process.Kill() })
		}
	}
	_ = child.Wait() // killed
	if last < 0 {
		t.Fatal("the child set no goal")
	}
	return last
}

// checkHistories checks that the last change in the history is the one that was made, and that no memory lists its present vector as an earlier one.
func checkHistories(t *testing.T, e *Engine) {
	t.Helper()
	ctx, h := context.Background(), HistorianOf(e)
	goals, err := h.GoalHistory(ctx, "", 0)
	if err != nil || len(goals.Events) == 0 || len(goals.Events[0].Added) != 1 || goals.Events[0].Added[0].ID != e.aims.Tree(DefaultNamespace).ID {
		t.Errorf("the last change of goals: %+v, %v", goals, err)
	}
	page, err := e.List(ctx, ListQuestion{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range page.Memories {
		got, err := h.Evolution(ctx, m, 0)
		if err != nil || got.Total == 0 {
			t.Fatalf("memory %s has had %+v, %v", m.ID, got, err)
		}
		for i := range got.Events[1:] {
			if fmt.Sprint(got.Events[i].Vector) == fmt.Sprint(got.Events[i+1].Vector) {
				t.Errorf("memory %s tells a move that was none: %+v", m.ID, got.Events[i])
			}
		}
	}
}
