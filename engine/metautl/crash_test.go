package metautl

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"asterism/engine/store/rocks"
	"asterism/models"
)

// The test runs its own binary again as another process; this variable is the folder in which that process records until it is killed.
const envCrash = "ASTERISM_TEST_METAUTL_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(envCrash); dir != "" {
		if err := recordUntilKilled(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// crashTime is the time of a cycle: one every ten minutes, and a gap of five days after each fifty, so that hours grow old and are thinned.
func crashTime(cycle uint64) time.Time {
	return noon.Add(time.Duration(cycle)*10*time.Minute + time.Duration(cycle/50)*5*24*time.Hour)
}

// recordUntilKilled records cycles and prints the number of each recorded one.
func recordUntilKilled(dir string) error {
	st, err := rocks.Open(context.Background(), rocks.Options{Dir: dir, CacheBytes: 8 << 20})
	if err != nil {
		return err
	}
	s, err := Open(context.Background(), st, Settings{})
	if err != nil {
		return err
	}
	for {
		n := s.state.Cycles
		c := cycleAt(crashTime(n), .25+.5*float64(n%2), .5, models.Semantic) // λ moves up and down, and accuracy is not low
		c.Outcome = &Outcome{Entropy: .5, Coherence: .5, Importance: .5, Actual: .5}
		answer := teach(rand.New(rand.NewPCG(n, 1)), int(n), "", models.Splade)
		for i := range answer.Hits[2:] {
			answer.Hits[2+i].Useful = math.NaN()
		}
		c.Answers = []Answer{answer}
		if err := s.Record(context.Background(), c); err != nil {
			return err
		}
		if err := s.LearnWeights(context.Background(), c.At); err != nil {
			return err
		}
		fmt.Println(n + 1)
	}
}

// TestRecordsSurviveKill kills a process that records, many times: every acknowledged cycle is there, and state and log agree.
func TestRecordsSurviveKill(t *testing.T) {
	dir, acknowledged, thinned := t.TempDir(), uint64(0), false
	for round := 0; round < 5 || round < 50 && (acknowledged < 150 || !thinned); round++ { // a busy machine needs more rounds
		acknowledged = max(acknowledged, recordAndKill(t, dir, time.Duration(20+rand.IntN(250))*time.Millisecond))
		st, err := rocks.Open(context.Background(), rocks.Options{Dir: dir, CacheBytes: 8 << 20})
		must(t, err)
		s := openService(t, st)
		h := s.state.head
		if h.Cycles < acknowledged || h.Cycles > acknowledged+1 {
			t.Errorf("round %d: %d cycles, %d were acknowledged", round, h.Cycles, acknowledged)
		}
		if h.Adjustments != h.Cycles || h.Outcomes != h.Cycles || s.state.blocks[0][models.Semantic].Count != h.Cycles {
			t.Errorf("round %d: the parts of the state do not agree: %+v", round, h)
		}
		w := &s.state.weights
		if w.Answers != h.Cycles || w.Outcomes != 2*h.Cycles || w.Outcomes-w.Learned > uint64(usual.LearnEvery) { // one round of learning may have been interrupted
			t.Errorf("round %d: %d outcomes of %d answers, learned from %d, after %d cycles", round, w.Outcomes, w.Answers, w.Learned, h.Cycles)
		}
		stands := uint64(0)
		for offset, more := 0, true; more; offset += MaxLimit { // one event per adjustment, or one for several
			p := logOf(t, s, Query{Type: LambdaAdjustment, Limit: MaxLimit, Offset: offset})
			for _, e := range p.Events {
				stands += uint64(e.Stands)
			}
			more = p.More
		}
		thinned = thinned || uint64(len(s.log.times)) < stands
		if stands != h.Adjustments && crashTime(h.Cycles).Before(noon.Add(usual.full()+usual.hourly())) {
			t.Errorf("round %d: the log represents %d adjustments of %d", round, stands, h.Adjustments)
		}
		must(t, st.Close())
	}
	if acknowledged < 150 || !thinned {
		t.Errorf("only %d cycles were recorded in all rounds; some were thinned: %v", acknowledged, thinned)
	}
	t.Logf("%d cycles over all kills", acknowledged)
}

// recordAndKill returns the number of the last cycle that the child reported as recorded.
func recordAndKill(t *testing.T, dir string, after time.Duration) (last uint64) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), envCrash+"="+dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	lines := bufio.NewScanner(out)
	var timer *time.Timer
	for lines.Scan() {
		if timer == nil { // the store is open and in use
			timer = time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
		}
		if last, err = strconv.ParseUint(lines.Text(), 10, 64); err != nil {
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
