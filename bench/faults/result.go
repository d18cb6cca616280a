package faults

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"asterism/bench/faults/stress"
	"asterism/bench/report"
)

// result is bench/results/stress.json: the rows, and what they were made of. Rounds that are in it need not be run again.
type result struct {
	report.Result
	Settings  settings          `json:"settings"`
	Rounds    []stress.Round    `json:"rounds"`
	Sustained *stress.Sustained `json:"sustained"`
}

// settings are what rounds must have in common to be counted together.
type settings struct {
	Clients int    `json:"clients"`
	Writers int    `json:"writers"`
	Writes  int    `json:"writes"`
	Seed    uint64 `json:"seed"`
}

func (o *options) file() string { return filepath.Join(o.out, "stress.json") }

// begun is the result of an earlier run that can be gone on with, of the same commit and settings, or a new one.
func (o *options) begun() (*result, error) {
	now := &result{Result: report.NewResult("stress"), Rounds: []stress.Round{},
		Settings: settings{o.stress.Clients, o.stress.Writers, o.stress.Notes, o.stress.Seed}}
	b, err := os.ReadFile(o.file())
	if o.out == "" || errors.Is(err, fs.ErrNotExist) {
		return now, nil
	}
	if err != nil {
		return nil, err
	}
	var old result
	if err := json.Unmarshal(b, &old); err != nil {
		return nil, fmt.Errorf("read the rounds so far: %s: %w (remove the file to begin anew)", o.file(), err)
	}
	if old.Commit != now.Commit || old.Settings != now.Settings {
		say("%s is of commit %s with %+v, it is begun anew", o.file(), old.Commit, old.Settings)
		return now, nil
	}
	now.Rounds, now.Sustained = append(now.Rounds, old.Rounds...), old.Sustained
	return now, nil
}

// flat is how many times the memory at the start a server may have at the end.
const flat = 1.1

// rows are the figures of what was seen so far.
func (r *result) rows() (rows []report.Row) {
	if n := len(r.Rounds); n > 0 {
		var known, lost, half, twice, wrong float64
		seconds := make([]float64, n)
		for i, x := range r.Rounds {
			known, lost, half, twice, wrong = known+float64(x.Known), lost+float64(x.Lost), half+float64(x.Half), twice+float64(x.Twice), wrong+float64(len(x.Wrong))
			seconds[i] = x.Seconds
		}
		rows = append(rows, report.Higher("stress_rounds", "kills", 100, float64(n)), report.Higher("stress_acknowledged_before_kills", "writes", report.NoGoal, known),
			report.Lower("stress_lost", "memories", 0, lost), report.Lower("stress_half", "memories", 0, half), report.Lower("stress_twice", "memories", 0, twice),
			report.Lower("stress_wrong", "mistakes", 0, wrong), report.Lower("stress_round_s", "s", report.NoGoal, seconds...))
	}
	if s := r.Sustained; s != nil {
		rows = append(rows, report.Higher("sustain_s", "s", 600, s.Seconds), report.Lower("sustain_failed", "calls", 0, float64(s.Failed)),
			report.Higher("sustain_calls_per_s", "1/s", report.NoGoal, float64(s.Inject.Count+s.Search.Count)/s.Seconds),
			report.Lower("sustain_memory_start_mib", "MiB", report.NoGoal, s.MemoryStart), report.Lower("sustain_memory_end_mib", "MiB", report.NoGoal, s.MemoryEnd),
			report.Lower("sustain_memory_growth", "x", flat, s.MemoryEnd/s.MemoryStart))
		rows = append(rows, answered("inject", s.Inject)...)
		rows = append(rows, answered("search", s.Search)...)
	}
	return rows
}

func answered(name string, a stress.Answers) []report.Row {
	return []report.Row{report.Lower("sustain_"+name+"_p50_ms", "ms", report.NoGoal, a.P50), report.Lower("sustain_"+name+"_p99_ms", "ms", report.NoGoal, a.P99),
		report.Lower("sustain_"+name+"_p99_over_p50", "x", 10, a.Ratio())}
}

// write puts the result into its file, after each round: a run that is cut off is gone on with.
func (o *options) write() error {
	if o.out == "" {
		return nil
	}
	o.res.Rows = o.res.rows()
	return report.WriteResult(o.file(), o.res)
}

// print shows the rows as every benchmark does.
func (r *result) print() {
	shown := report.Result{}
	shown.Add(r.rows()...)
}

// verdict is an error when something was wrong in a round or a call failed. Speed and memory are figures, and no verdict: the table says which goals are missed.
func (r *result) verdict() (err error) {
	for _, x := range r.Rounds {
		if n := len(x.Wrong); n > 0 {
			err = errors.Join(err, fmt.Errorf("round %d: %s", x.Number, x.Wrong[0]))
		}
	}
	if r.Sustained != nil && r.Sustained.Failed > 0 {
		err = errors.Join(err, fmt.Errorf("%d calls failed under load, the first: %s", r.Sustained.Failed, r.Sustained.Wrong[0]))
	}
	return err
}
