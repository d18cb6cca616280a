package drift

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"asterism/engine/store/rocks"
)

// The test runs its own binary again as another process; this variable is the folder to which that process writes until it is
// killed.
const envCrash = "ASTERISM_TEST_HISTORY_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(envCrash); dir != "" {
		if err := recordUntilKilled(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// crashBegin is the time of the child's first entry; each following one comes twenty minutes later, so that days end and grow
// old.
var crashBegin = noon.Truncate(24 * time.Hour)

func crashTime(n int) time.Time { return crashBegin.Add(time.Duration(n) * 20 * time.Minute) }

// recordUntilKilled continues after the newest entry, prints the number of each recorded entry, and sometimes thins as if a
// hundred days had passed.
func recordUntilKilled(dir string) error {
	s, err := rocks.Open(context.Background(), rocks.Options{Dir: dir, CacheBytes: 8 << 20})
	if err != nil {
		return err
	}
	h := NewHistory(s)
	p, err := h.Newest(context.Background(), goal, time.Time{}, 1)
	if err != nil {
		return err
	}
	n := 0
	if len(p.Entries) > 0 {
		n = p.Entries[0].Analyzed
	}
	for {
		n++
		if err := h.Record(context.Background(), measurementAt(goal, crashTime(n), n)); err != nil {
			return err
		}
		fmt.Println(n)
		if n%40 == 0 {
			if _, err := h.Thin(context.Background(), crashTime(n).Add(Keep-20*time.Hour)); err != nil {
				return err
			}
		}
	}
}

// TestHistorySurvivesKill kills a process that records and thins, many times, and checks that every acknowledged entry that
// thinning keeps is there, in order, and counted.
func TestHistorySurvivesKill(t *testing.T) {
	dir, acknowledged := t.TempDir(), 0
	for round := range 6 {
		last := recordAndKill(t, dir, time.Duration(20+rand.IntN(250))*time.Millisecond)
		acknowledged = max(acknowledged, last)
		checkAfterKill(t, dir, acknowledged)
		if t.Failed() {
			t.Fatalf("in round %d", round)
		}
	}
	if acknowledged < 100 {
		t.Errorf("only %d entries were recorded in all rounds", acknowledged)
	}
	t.Logf("%d entries over 6 kills", acknowledged)
}

// recordAndKill returns the number of the last entry that the child reported as recorded.
func recordAndKill(t *testing.T, dir string, after time.Duration) (last int) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), envCrash+"="+dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	var timer *time.Timer
	for lines.Scan() {
		if timer == nil { // the store is open and in use
			timer = time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
		}
		if last, err = strconv.Atoi(lines.Text()); err != nil {
			t.Fatalf("the child said %q", lines.Text())
		}
	}
	if timer == nil {
		t.Fatal("the child recorded nothing")
	}
	if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != -1 {
		t.Fatalf("the child ended by itself: %v", err)
	}
	return last
}

func checkAfterKill(t *testing.T, dir string, acknowledged int) {
	t.Helper()
	s, err := rocks.Open(context.Background(), rocks.Options{Dir: dir, CacheBytes: 8 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	p := newest(t, NewHistory(s), goal, time.Time{}, 1_000_000)
	if p.Total != len(p.Entries) {
		t.Errorf("%d entries are said to be there, %d are", p.Total, len(p.Entries))
	}
	there, before := map[int]bool{}, 0
	for _, e := range p.Entries {
		if e.Analyzed <= before || !e.At.Equal(crashTime(e.Analyzed)) {
			t.Errorf("entry %d of %s comes behind entry %d", e.Analyzed, e.At, before)
		}
		there[e.Analyzed], before = true, e.Analyzed
	}
	if before < acknowledged {
		t.Errorf("the newest entry is %d, %d was acknowledged", before, acknowledged)
	}
	for n := 1; n <= acknowledged; n++ {
		if !there[n] && !thinnable(n, before) {
			t.Errorf("entry %d of %s is not there", n, crashTime(n))
		}
	}
}

// thinnable reports whether a pass that ran up to entry newest may have removed entry n.
func thinnable(n, newest int) bool {
	lastPass := newest / 40 * 40
	lastOfDay := !day(crashTime(n)).Equal(day(crashTime(n + 1)))
	return !lastOfDay && !day(crashTime(n)).Add(24*time.Hour).After(crashTime(lastPass).Add(-20*time.Hour))
}
