// Package report answers: in which form does a benchmark tell what it measured? As rows of figures, with the machine and commit that they belong to. It also holds how
// every benchmark begins and ends.
package report

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/google/renameio/v2"
)

// Row is one figure. Spread is (largest − smallest)/median of the runs.
type Row struct {
	Name   string   `json:"name"`
	Value  float64  `json:"value"`
	Unit   string   `json:"unit"`
	Goal   *float64 `json:"goal"`
	Better string   `json:"better"` // higher or lower
	Runs   int      `json:"runs"`
	Spread float64  `json:"spread"`
	Commit string   `json:"commit,omitempty"` // that was measured, where it is another than the file's; see Replace
}

// Higher makes a row out of the values of several runs, of which more is better; goal [NoGoal] means that there is none.
func Higher(name, unit string, goal float64, values ...float64) Row {
	return makeRow(name, unit, "higher", goal, values)
}

// Lower is Higher for figures of which less is better.
func Lower(name, unit string, goal float64, values ...float64) Row {
	return makeRow(name, unit, "lower", goal, values)
}

// NoGoal stands for the goal of a row that has none.
var NoGoal = math.NaN()

func makeRow(name, unit, better string, goal float64, values []float64) Row {
	r := Row{Name: name, Unit: unit, Better: better, Runs: len(values), Value: Median(values)}
	if !math.IsNaN(goal) {
		r.Goal = &goal
	}
	r.Spread = Spread(values, r.Value)
	return r
}

// Spread is how far the values of runs lie apart, as a part of the middle one.
func Spread(values []float64, middle float64) float64 {
	if middle == 0 {
		return 0
	}
	return (slices.Max(values) - slices.Min(values)) / math.Abs(middle)
}

// Median is the 50th percentile.
func Median(v []float64) float64 { return Percentile(v, 50) }

// Percentile is by nearest rank.
func Percentile(v []float64, p float64) float64 {
	s := slices.Sorted(slices.Values(v))
	return s[max(0, int(math.Ceil(p/100*float64(len(s))))-1)]
}

// Met says how a row stands to its goal, for the table.
func (r Row) Met() string {
	if r.Goal == nil {
		return ""
	}
	if r.Better == "higher" && r.Value >= *r.Goal || r.Better == "lower" && r.Value <= *r.Goal {
		return fmt.Sprintf("goal %g: met", *r.Goal)
	}
	return fmt.Sprintf("goal %g: MISSED", *r.Goal)
}

// Head is what every result file begins with: the result's name, and the commit of what was measured.
type Head struct {
	Name   string `json:"name"`
	Commit string `json:"commit"`
}

// NewHead is that of a result of this checkout.
func NewHead(name string) Head { return Head{Name: name, Commit: Commit()} }

func (h Head) head() Head { return h }

// headed are the results: structs with a [Head] in them.
type headed interface{ head() Head }

// Result is what one target writes.
type Result struct {
	Head
	Machine Machine `json:"machine"`
	Rows    []Row   `json:"rows"`
}

// NewResult is one of this checkout and this machine, without rows.
func NewResult(name string) Result { return Result{Head: NewHead(name), Machine: ThisMachine()} }

// Add prints rows and keeps them.
func (r *Result) Add(rows ...Row) {
	for _, row := range rows {
		fmt.Printf("%-34s %14.3f %-12s ±%3.0f %%  %s\n", row.Name, row.Value, row.Unit, 50*row.Spread, row.Met())
	}
	r.Rows = append(r.Rows, rows...)
}

// ResultsFolder is where the results lie that are part of the project, from the root of the checkout.
const ResultsFolder = "bench/results"

// Write puts a result into dir/NAME.json.
func Write(dir string, r headed) error {
	return WriteResult(filepath.Join(dir, r.head().Name+".json"), r)
}

// WriteResult puts a result into a file. One that does not say its commit is refused: nobody could tell how old it is.
func WriteResult(path string, r headed) error {
	if r.head().Commit == "" {
		return fmt.Errorf("write %s: the result does not say which commit was measured", path)
	}
	return WriteFile(path, r)
}

// WriteFile writes a value as JSON into a file, whose folder it makes, in one step: a run that is cut off leaves the file of the one before.
func WriteFile(path string, v any) error {
	b, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return renameio.WriteFile(path, append(b, '\n'), 0o644, renameio.WithTempDir(filepath.Dir(path)))
}

// PercentileRow is a percentile of the milliseconds of all rounds; its spread is that of the rounds' own percentiles.
func PercentileRow(name string, p, goal float64, rounds [][]float64) Row {
	each := make([]float64, len(rounds))
	for i, r := range rounds {
		each[i] = Percentile(r, p)
	}
	row := Lower(name, "ms", goal, each...)
	row.Value = Percentile(slices.Concat(rounds...), p)
	row.Spread = Spread(each, row.Value)
	return row
}
