package quality

import (
	"math"
	"slices"

	"asterism/bench/report"
	"asterism/models"
)

// rowOf makes a row of the values of several runs: their median.
func rowOf(name, unit, better string, goal float64, values ...float64) report.Row {
	if better == lower {
		return report.Lower(name, unit, goal, values...)
	}
	return report.Higher(name, unit, goal, values...)
}

const (
	higher = "higher"
	lower  = "lower"
)

var noGoal = report.NoGoal

// resultRows are the figures of every set and column: "cranfield.fused.ndcg10", parts of 1.
func resultRows(results []*result) (rows []report.Row) {
	for _, r := range results {
		names := append(slices.Clone(bm25Variants), columnNames(r.spaces)...)
		for _, name := range names {
			rows = append(rows, columnRows(r.set.name+"."+name, r.columns[name])...)
		}
		rows = append(rows, columnRows(r.set.name+".best_single", r.columns[r.bestSingle().Code()])...)
	}
	return rows
}

func columnRows(name string, all []quality) (rows []report.Row) {
	m := mean(all)
	for _, f := range figures {
		rows = append(rows, rowOf(name+"."+f.row, "1", higher, noGoal, f.of(m)))
	}
	return rows
}

// lawRows are the figures that the laws are about.
func lawRows(l *laws) (rows []report.Row) {
	points := func(name string, goal, value float64) {
		rows = append(rows, rowOf(name, "points", higher, goal, value))
	}
	least, leastHigh, overHigh := math.Inf(1), math.Inf(1), math.Inf(1)
	for i := range l.overBM25 {
		points(l.overBM25[i].set+".fused_minus_bm25_points", 0, l.overBM25[i].mean)
		points(l.overBest[i].set+".fused_minus_best_single_points", noGoal, l.overBest[i].mean)
		if l.overBM25[i].judged || l.sets == 0 {
			overHigh = min(overHigh, l.overBM25[i].high)
		}
		least, leastHigh = min(least, l.overBest[i].mean), min(leastHigh, l.overBest[i].high)
	}
	points("fused_minus_bm25_points", meanOverBM25, l.meanBM25.mean)
	points("fused_minus_bm25_min_points", 0, overHigh)
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
