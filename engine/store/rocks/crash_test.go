package rocks

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/engine/store/suite"
)

// The tests of this package run their own binary again as another process; these variables say what it does.
const (
	envCrash  = "ASTERISM_TEST_CRASH_DIR"    // write into this store until killed
	envBase   = "ASTERISM_TEST_CRASH_BASE"   // from this number on
	envHold   = "ASTERISM_TEST_HOLD_DIR"     // open this store and wait
	envFull   = "ASTERISM_TEST_FULL_DIR"     // fill a small disk mounted here
	envRounds = "ASTERISM_TEST_CRASH_ROUNDS" // how often to kill; 20 when not set
)

func TestMain(m *testing.M) {
	switch {
	case os.Getenv(envCrash) != "":
		exitOn(crashChild(os.Getenv(envCrash)))
	case os.Getenv(envShelf) != "":
		exitOn(shelfChild(os.Getenv(envShelf)))
	case os.Getenv(envHold) != "":
		exitOn(holdChild(os.Getenv(envHold)))
	case os.Getenv(envFull) != "":
		exitOn(fullChild(os.Getenv(envFull)))
	}
	os.Exit(m.Run())
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

const crashWriters = 8

var crashRecords = sync.OnceValue(func() (out []fingerprint.Record) {
	rng := rand.New(rand.NewPCG(5, 5))
	for range 8 {
		out = append(out, suite.Record(rng, 20))
	}
	return out
})

// crashMemory returns version v of memory n, the same in every process.
func crashMemory(n int, v uint64) *store.Memory {
	text := fmt.Sprintf("memory %d version %d", n, v)
	m := &store.Memory{ID: suite.ID(n), Version: v, Namespace: "crash", Content: text, Rationale: text, Profile: "compact"}
	m.Time = time.Unix(int64(n)*7, int64(v)).UTC()
	copy(m.TextHash[:], text)
	m.Record = crashRecords()[(n+int(v))%8]
	if v%2 == 0 {
		m.Record[3+n%3] = fingerprint.Packed{} // a version may have fewer values
	}
	if n > 0 {
		m.Links = []store.ID{suite.ID(n - 1)}
	}
	return m
}

// crashChild writes from many goroutines: new memories, new versions, purges, in calls of one to three commands. It
// prints "begin" before and "done" after each call, with the resulting state of each memory: its version, or 0 for
// purged.
func crashChild(dir string) error {
	base, err := strconv.Atoi(os.Getenv(envBase))
	if err != nil {
		return err
	}
	s, err := Open(context.Background(), Options{Dir: dir, CacheBytes: 8 << 20})
	if err != nil {
		return err
	}
	var wg sync.WaitGroup
	failed := make(chan error, crashWriters)
	for w := range crashWriters {
		wg.Go(func() {
			for n := base + w; ; n += crashWriters {
				for _, call := range crashCalls(n) {
					var cmds []store.Command
					for _, c := range call {
						cmds = append(cmds, c.command())
					}
					last := lastStates(call)
					for _, c := range last {
						fmt.Printf("begin %d %d\n", c.n, c.version)
					}
					if err := s.Apply(context.Background(), cmds...); err != nil {
						failed <- err
						return
					}
					for _, c := range last {
						fmt.Printf("done %d %d\n", c.n, c.version)
					}
				}
			}
		})
	}
	return <-failed
}

// crashState is a memory and the version that a command gives it, 0 for a purge.
type crashState struct {
	n       int
	version uint64
}

func (c crashState) command() store.Command {
	if c.version == 0 {
		return suite.Purge(suite.ID(c.n), 0)
	}
	return suite.Remember(crashMemory(c.n, c.version))
}

// lastStates drops states that a later command of the same call replaces: no reader may ever see them.
func lastStates(call []crashState) (out []crashState) {
	for i, c := range call {
		if !slices.ContainsFunc(call[i+1:], func(later crashState) bool { return later.n == c.n }) {
			out = append(out, c)
		}
	}
	return out
}

func crashCalls(n int) [][]crashState {
	switch before := n - crashWriters; {
	case n%5 == 0:
		return [][]crashState{{{n, 1}}, {{n, 2}}, {{n, 0}}}
	case n%3 == 0:
		return [][]crashState{{{n, 1}, {n, 2}}, {{n, 3}}}
	case n%7 == 0 && before >= 0 && before/10000 == n/10000:
		return [][]crashState{{{n, 1}, {before, 0}, {before, 4}}}
	}
	return [][]crashState{{{n, 1}}}
}

// TestKillLosesNothingAcknowledged kills a writing process at random moments. Afterwards every call that was
// reported as done is stored completely; a call that had begun is stored completely or not at all.
func TestKillLosesNothingAcknowledged(t *testing.T) {
	t.Parallel()
	rounds := 20
	if _, err := fmt.Sscan(os.Getenv(envRounds), &rounds); err == nil {
		t.Logf("%d rounds", rounds)
	}
	rng := rand.New(rand.NewPCG(2024, 7))
	dir := t.TempDir()
	states := map[int]map[uint64]bool{} // for each memory: the versions that it may have now
	acknowledged := 0
	for round := range rounds {
		acknowledged += killOnce(t, dir, round*10000, 1+rng.IntN(150), time.Duration(rng.IntN(3000))*time.Microsecond, states)
		mustHold(t, dir, states, round*10000)
	}
	t.Logf("%d kills, %d acknowledged calls, %d memories", rounds, acknowledged, len(states))
}

// killOnce runs the child until it has printed "done" a given number of times, waits a little, and kills it. It records
// in states which versions each memory may have, and returns how many calls were acknowledged.
func killOnce(t *testing.T, dir string, base, after int, wait time.Duration, states map[int]map[uint64]bool) (acknowledged int) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), envCrash+"="+dir, fmt.Sprintf("%s=%d", envBase, base))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			if err != io.EOF {
				t.Error(err)
			}
			break // an unfinished line was not printed completely
		}
		var word string
		var c crashState
		if _, err := fmt.Sscanf(line, "%s %d %d", &word, &c.n, &c.version); err != nil {
			t.Fatalf("child said %q: %v", line, err)
		}
		if states[c.n] == nil {
			states[c.n] = map[uint64]bool{0: true}
		}
		if word == "done" {
			states[c.n] = map[uint64]bool{}
			acknowledged++
		}
		states[c.n][c.version] = true
		if acknowledged == after {
			after = -1
			time.AfterFunc(wait, func() { _ = cmd.Process.Kill() })
		}
	}
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != -1 {
		t.Fatalf("child ended by itself: %v", err)
	}
	return acknowledged
}

// mustHold compares every memory with its allowed versions: those from number since on byte by byte, older ones, which
// earlier rounds compared, by their version; Check reads all of them.
func mustHold(t *testing.T, dir string, states map[int]map[uint64]bool, since int) {
	t.Helper()
	s := mustOpen(t, dir)
	defer s.Close()
	present := 0
	for n, may := range states {
		parts := suite.Everything
		if n < since {
			parts = store.Parts{}
		}
		got, err := store.One(context.Background(), s, parts, suite.ID(n))
		var missing *store.NotFoundError
		switch {
		case errors.As(err, &missing):
			if !may[0] {
				t.Fatalf("memory %d is lost, want one of the versions %v", n, may)
			}
			if n >= since && len(may) == 1 { // its purge was acknowledged
				mustStayPurged(t, s, n)
			}
		case err != nil:
			t.Fatal(err)
		case !may[got.Version]:
			t.Fatalf("memory %d has version %d, want one of %v", n, got.Version, may)
		default:
			present++
			states[n] = map[uint64]bool{got.Version: true}
			if n < since {
				continue
			}
			want := crashMemory(n, got.Version).Clone(parts)
			got.Links, want.Links = nil, nil // purges of other memories remove links
			if d := suite.Difference(got, want); d != "" {
				t.Fatalf("memory %d version %d is not whole: %s", n, got.Version, d)
			}
		}
	}
	mustBeWhole(t, s, present)
}

// mustStayPurged applies again what was remembered before the purge, as replaying a log does.
func mustStayPurged(t *testing.T, s *Store, n int) {
	t.Helper()
	mustRemember(t, s, crashMemory(n, 1), crashMemory(n, 2))
	if _, err := store.One(context.Background(), s, store.Parts{}, suite.ID(n)); !isMissing(err) {
		t.Fatalf("memory %d was purged and came back: error %v", n, err)
	}
}

// holdChild opens a store, reports it, and keeps it open until its input ends.
func holdChild(dir string) error {
	s, err := Open(context.Background(), Options{Dir: dir, CacheBytes: 8 << 20})
	if err != nil {
		return err
	}
	fmt.Println("open")
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		return err
	}
	return s.Close()
}

func TestLockedByAnotherProcess(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), envHold+"="+dir)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "open\n" {
		t.Fatalf("child said %q, error %v", line, err)
	}
	report, errReport := os.Stat(filepath.Join(dir, "LOG"))
	err = openError(dir)
	if now, errNow := os.Stat(filepath.Join(dir, "LOG")); errReport != nil || errNow != nil || !os.SameFile(report, now) {
		t.Errorf("the refused one put RocksDB's own report away: %v %v", errReport, errNow)
	}
	if host, _ := os.Hostname(); !errors.Is(err, store.ErrLocked) || !containsAll(err.Error(), fmt.Sprint(cmd.Process.Pid), host, "--data", dir) {
		t.Errorf("error %v, want ErrLocked with process %d and host, and the way out", err, cmd.Process.Pid)
	}
	in.Close()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if err := openError(dir); err != nil {
		t.Errorf("after the owner left: %v", err)
	}
}
