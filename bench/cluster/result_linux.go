package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"asterism/bench/cluster/trial"
	"asterism/bench/report"
)

const resultName = "bench-cluster"

// result is bench/results/bench-cluster.json: the rows, and what they were made of.
type result struct {
	report.Result
	Timing       string        `json:"timing"` // of the rounds
	Rounds       []trial.Round `json:"rounds"`
	Failovers    []float64     `json:"failovers_s"`
	LogFailovers []float64     `json:"log_failovers_s"` // where the machine was killed whose server led the log
	Grown        *grown        `json:"grown,omitempty"` // while nodes joined and left

	measured string // the commit that is measured now
}

// begin is the result that parts put their rows into: the file that is there, if not all parts are run, else a new one. A kind of machine has a file of its own.
func (o *options) begin() (*result, error) {
	fresh := &result{Result: report.NewResult(resultName), Timing: o.timing(), Rounds: []trial.Round{}, Failovers: []float64{}, LogFailovers: []float64{}}
	fresh.measured = fresh.Commit
	if o.out == "" {
		return fresh, nil
	}
	var err error
	if o.out, err = report.FolderFor(o.out, &fresh.Result); err != nil || len(o.only) == len(parts) {
		return fresh, err
	}
	raw, err := os.ReadFile(filepath.Join(o.out, resultName+".json"))
	if errors.Is(err, fs.ErrNotExist) {
		return fresh, nil
	}
	if err != nil {
		return nil, err
	}
	var old result
	if err := json.Unmarshal(raw, &old); err != nil {
		return nil, fmt.Errorf("read the result that is there: %w", err)
	}
	old.measured = fresh.Commit
	if slices.Contains(o.only, roundsPart) {
		old.Rounds, old.Timing = []trial.Round{}, o.timing()
	}
	if slices.Contains(o.only, failoverPart) {
		old.Failovers, old.LogFailovers = []float64{}, []float64{}
	}
	return &old, nil
}

func (o *options) timing() string {
	if o.long {
		return "long"
	}
	return "short"
}

func (o *options) write() error {
	if o.out == "" {
		return nil
	}
	return report.Write(o.out, o.res)
}

// put replaces rows with the same names. A row names its commit if that is not the file's.
func (r *result) put(rows ...report.Row) {
	for _, row := range rows {
		if r.measured != r.Commit {
			row.Commit = r.measured
		}
		r.Rows = slices.DeleteFunc(r.Rows, func(old report.Row) bool { return old.Name == row.Name })
		r.Rows = append(r.Rows, row)
	}
}
