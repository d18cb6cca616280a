package faults

import (
	"os"
	"strings"
	"testing"

	"asterism/bench/faults/stress"
)

// TestRoundsAreGoneOnWith: rounds of the same commit and settings count, others start again, and a damaged file is not overwritten.
func TestRoundsAreGoneOnWith(t *testing.T) {
	o := &options{out: t.TempDir(), stress: stress.Options{Clients: 4, Writers: 16, Notes: 100, Seed: 1}}
	r, err := o.begun()
	if err != nil || len(r.Rounds) != 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	r.Rounds = append(r.Rounds, stress.Round{Number: 0, Known: 50, Seconds: 2})
	r.Sustained = &stress.Sustained{Seconds: 600, Inject: stress.Answers{Count: 10, P50: 2, P99: 10}, Search: stress.Answers{Count: 10, P50: 1, P99: 20}, MemoryStart: 100, MemoryEnd: 105}
	o.res = r
	if err := o.write(); err != nil {
		t.Fatal(err)
	}
	again, err := o.begun()
	if err != nil || len(again.Rounds) != 1 || again.Rounds[0].Known != 50 || again.Sustained == nil {
		t.Errorf("%+v, %v", again, err)
	}
	met := map[string]string{}
	for _, row := range again.rows() {
		met[row.Name] = row.Met()
	}
	for name, want := range map[string]string{"stress_lost": "goal 0: met", "stress_rounds": "goal 100: MISSED", "sustain_inject_p99_over_p50": "goal 10: met", "sustain_search_p99_over_p50": "goal 10: MISSED",
		"sustain_memory_growth": "goal 1.1: met", "sustain_s": "goal 600: met"} {
		if met[name] != want {
			t.Errorf("%s: %q, want %q", name, met[name], want)
		}
	}
	o.stress.Notes = 200
	if other, err := o.begun(); err != nil || len(other.Rounds) != 0 {
		t.Errorf("other settings: %+v, %v", other, err)
	}
	if err := os.WriteFile(o.file(), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := o.begun(); err == nil || !strings.Contains(err.Error(), "remove the file") {
		t.Errorf("a damaged file: %v", err)
	}
}

// TestARunJudgesOnce: what is in the file already is judged, at the end and once; a run that has nothing to do with it does not look at it.
func TestARunJudgesOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	o := &options{out: ".", program: "none", only: []string{"rounds"}, rounds: 1, stress: stress.Options{Clients: 4, Writers: 16, Notes: 100, Seed: 1}}
	var err error
	if o.res, err = o.begun(); err != nil {
		t.Fatal(err)
	}
	o.res.Rounds = append(o.res.Rounds, stress.Round{Number: 0, Seconds: 2, Wrong: []string{"note 7 is gone"}})
	if err := o.write(); err != nil {
		t.Fatal(err)
	}
	o.res = nil
	if err := o.run(t.Context()); err == nil || err.Error() != "round 0: note 7 is gone" {
		t.Errorf("one round of one, in the file: %v", err)
	}
	if err := os.WriteFile(o.file(), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	o.only, o.res = []string{"fuzz"}, nil
	if err := o.run(t.Context()); err == nil || !strings.Contains(err.Error(), "no fuzz target") || o.res != nil {
		t.Errorf("fuzz in a folder without targets: %v", err)
	}
}

// TestVerdict: what was wrong in a round, or failed under load, is an error; a missed goal is not.
func TestVerdict(t *testing.T) {
	r := &result{Rounds: []stress.Round{{}}, Sustained: &stress.Sustained{MemoryStart: 1, MemoryEnd: 5}}
	if err := r.verdict(); err != nil {
		t.Error(err)
	}
	r.Rounds = append(r.Rounds, stress.Round{Number: 1, Wrong: []string{"note 7 is gone"}})
	r.Sustained.Failed, r.Sustained.Wrong = 1, []string{"no answer"}
	if err := r.verdict(); err == nil || !strings.Contains(err.Error(), "note 7") || !strings.Contains(err.Error(), "no answer") {
		t.Errorf("%v", err)
	}
}
