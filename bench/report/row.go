package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
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
}

// higher and lower make a row out of the values of several runs; goal NaN means that there is none.
func higher(name, unit string, goal float64, values ...float64) Row {
	return makeRow(name, unit, "higher", goal, values)
}

func lower(name, unit string, goal float64, values ...float64) Row {
	return makeRow(name, unit, "lower", goal, values)
}

var noGoal = math.NaN()

func makeRow(name, unit, better string, goal float64, values []float64) Row {
	r := Row{Name: name, Unit: unit, Better: better, Runs: len(values), Value: median(values)}
	if !math.IsNaN(goal) {
		r.Goal = &goal
	}
	r.Spread = spread(values, r.Value)
	return r
}

func spread(values []float64, middle float64) float64 {
	if middle == 0 {
		return 0
	}
	return (slices.Max(values) - slices.Min(values)) / math.Abs(middle)
}

func median(v []float64) float64 { return percentile(v, 50) }

// percentile is by nearest rank.
func percentile(v []float64, p float64) float64 {
	s := slices.Sorted(slices.Values(v))
	return s[max(0, int(math.Ceil(p/100*float64(len(s))))-1)]
}

// met says how a row stands to its goal, for the table.
func (r Row) met() string {
	if r.Goal == nil {
		return ""
	}
	if r.Better == "higher" && r.Value >= *r.Goal || r.Better == "lower" && r.Value <= *r.Goal {
		return fmt.Sprintf("goal %g: met", *r.Goal)
	}
	return fmt.Sprintf("goal %g: MISSED", *r.Goal)
}

// Result is what one target writes.
type Result struct {
	Name    string  `json:"name"`
	Commit  string  `json:"commit"`
	Machine Machine `json:"machine"`
	Rows    []Row   `json:"rows"`
}

func (r *Result) add(rows ...Row) {
	for _, row := range rows {
		fmt.Printf("%-34s %14.3f %-12s ±%3.0f %%  %s\n", row.Name, row.Value, row.Unit, 50*row.Spread, row.met())
	}
	r.Rows = append(r.Rows, rows...)
}

func (r *Result) write(dir string) error {
	b, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("write result: %w", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("write result: %w", err)
	}
	return os.WriteFile(filepath.Join(dir, r.Name+".json"), append(b, '\n'), 0o644)
}
