package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"asterism/models"
)

// Row is one figure, in the form that all of bench writes. Spread is (largest − smallest)/median of the runs.
type Row struct {
	Name   string   `json:"name"`
	Value  float64  `json:"value"`
	Unit   string   `json:"unit"`
	Goal   *float64 `json:"goal"`
	Better string   `json:"better"` // higher or lower
	Runs   int      `json:"runs"`
	Spread float64  `json:"spread"`
}

const (
	higher = "higher"
	lower  = "lower"
)

var noGoal = math.NaN()

// rowOf makes a row of the values of several runs: their median. goal NaN means that there is none.
func rowOf(name, unit, better string, goal float64, values ...float64) Row {
	sorted := slices.Sorted(slices.Values(values))
	r := Row{Name: name, Value: sorted[(len(sorted)-1)/2], Unit: unit, Better: better, Runs: len(values)}
	if !math.IsNaN(goal) {
		r.Goal = &goal
	}
	if r.Value != 0 {
		r.Spread = (sorted[len(sorted)-1] - sorted[0]) / math.Abs(r.Value)
	}
	return r
}

// report is what a target writes.
type report struct {
	Name    string  `json:"name"`
	Commit  string  `json:"commit"`
	Machine machine `json:"machine"`
	Rows    []Row   `json:"rows"`
}

// write puts the report into dir/NAME.json.
func (r *report) write(dir string) error {
	b, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return os.WriteFile(filepath.Join(dir, r.Name+".json"), append(b, '\n'), 0o644)
}

// resultRows are the figures of every set and column: "cranfield.fused.ndcg10", parts of 1.
func resultRows(results []*result) (rows []Row) {
	for _, r := range results {
		names := append([]string{columnPlain, columnStemmed}, columnNames(r.spaces)...)
		for _, name := range names {
			rows = append(rows, columnRows(r.set.name+"."+name, r.columns[name])...)
		}
		rows = append(rows, columnRows(r.set.name+".best_single", r.columns[r.bestSingle().Code()])...)
	}
	return rows
}

func columnRows(name string, all []quality) (rows []Row) {
	m := mean(all)
	for _, f := range figures {
		rows = append(rows, rowOf(name+"."+f.row, "1", higher, noGoal, f.of(m)))
	}
	return rows
}

// lawRows are the figures that the laws are about.
func lawRows(l *laws) (rows []Row) {
	points := func(name string, goal, value float64) {
		rows = append(rows, rowOf(name, "points", higher, goal, value))
	}
	least, leastHigh := math.Inf(1), math.Inf(1)
	for i := range l.overBM25 {
		points(l.overBM25[i].set+".fused_minus_bm25_points", 0, l.overBM25[i].mean)
		points(l.overBest[i].set+".fused_minus_best_single_points", noGoal, l.overBest[i].mean)
		least, leastHigh = min(least, l.overBest[i].mean), min(leastHigh, l.overBest[i].high)
	}
	points("fused_minus_bm25_points", meanOverBM25, l.meanBM25.mean)
	points("fused_minus_bm25_low_points", noGoal, l.meanBM25.low)
	points("fused_minus_bm25_high_points", noGoal, l.meanBM25.high)
	points("fused_minus_best_single_min_points", noGoal, least)
	points("fused_minus_best_single_min_high_points", 0, leastHigh)
	for s := models.Space(0); int(s) < models.Count; s++ {
		if v, ok := l.ablation[s]; ok {
			rows = append(rows, rowOf("ablation."+s.Code()+"_points", "points", lower, noGoal, v.mean))
		}
	}
	if v, ok := l.ablation[l.worst]; ok {
		rows = append(rows, rowOf("ablation_worst_points", "points", lower, mostByLeaving, v.mean))
	}
	return rows
}
