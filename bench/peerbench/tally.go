package peerbench

import (
	"slices"

	"asterism/bench/report"
)

// tally counts what was found, and keeps how long it took.
type tally struct {
	texts  []string
	rounds []map[string][]float64      // the milliseconds of every call, by round and side
	found  map[string]map[string]*hits // by side and kind
}

// hits are what one side found for the questions of one kind.
type hits struct{ asked, first, anywhere, returned float64 }

// round begins another one.
func (t *tally) round() { t.rounds = append(t.rounds, map[string][]float64{}) }

// add counts one question.
func (t *tally) add(q question, found map[string][]string, ms map[string]float64) {
	for name, texts := range found {
		h := t.found[name][q.kind]
		if h == nil {
			h = &hits{}
			t.found[name][q.kind] = h
		}
		h.asked++
		h.returned += float64(len(texts))
		if at := slices.Index(texts, t.texts[q.want]); at >= 0 {
			h.anywhere++
			if at < depth {
				h.first++
			}
		}
		last := t.rounds[len(t.rounds)-1]
		last[name] = append(last[name], ms[name])
	}
}

// rows are the times of both, their ratio round by round, and how often the right memory was among the first ten; of the official server, which ranks nothing and returns all
// that hold the question's characters, also how often it was anywhere and how many there were.
func (t *tally) rows() (rows []report.Row) {
	var ratios []float64
	times := map[string][][]float64{}
	for _, r := range t.rounds {
		ratios = append(ratios, report.Median(r[theirs])/report.Median(r[ours]))
		for name, ms := range r {
			times[name] = append(times[name], ms)
		}
	}
	rows = append(rows, report.Higher("search_vs_server_memory", "x", 1, ratios...))
	for _, name := range []string{ours, theirs} {
		rows = append(rows, report.PercentileRow("search."+name+"_p50_ms", 50, report.NoGoal, times[name]),
			report.PercentileRow("search."+name+"_p99_ms", 99, report.NoGoal, times[name]))
	}
	for _, kind := range kinds {
		for _, name := range []string{ours, theirs} {
			if h := t.found[name][kind]; h != nil {
				rows = append(rows, report.Higher("search."+kind+"."+name+"_recall10", "1", report.NoGoal, h.first/h.asked))
			}
		}
		if h := t.found[theirs][kind]; h != nil {
			rows = append(rows, report.Higher("search."+kind+"."+theirs+"_recall_anywhere", "1", report.NoGoal, h.anywhere/h.asked),
				report.Lower("search."+kind+"."+theirs+"_returned", "memories", report.NoGoal, h.returned/h.asked))
		}
	}
	return rows
}
