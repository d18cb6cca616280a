package chart

import (
	"fmt"
	"time"

	"asterism/cmd/asterism/words"
	"asterism/engine/drift"
	"asterism/mcp/answer"
)

// Plot is a chart of similarity over time, 0 at the bottom and 1 at the top, on a background with the levels of drift.
type Plot struct {
	title, note string
	points      []plotPoint // oldest first, at least one
	levels      []plotLevel // best first
}

type plotPoint struct {
	at    time.Time
	value float64 // 0…1
	level string
	kind  plotKind
}

// plotKind says how a measurement was made. Only measurements of the same kind can be compared, so each kind has its own line.
type plotKind struct {
	strategy, correction string // the correction whose weights were in force
	timeframe            string // of the memories; "" if they were named
	set                  string // identifies named memories; the time of the measurement if they are not known
}

// plotLevel is a level of drift and its lowest similarity.
type plotLevel struct {
	name string
	from float64
}

// Of returns a chart of a history.
func Of(h *answer.History) *Plot {
	p := &Plot{title: "Similarity to goal " + h.GoalID, levels: plotLevels(h.Thresholds)}
	if h.ReferenceType == string(drift.ToCentroid) {
		p.title = "Similarity to the centroid of all memories"
	}
	others := 0
	for i := range h.History {
		e, newest := &h.History[i], &h.History[len(h.History)-1]
		at, err := time.Parse(time.RFC3339Nano, *e.Timestamp)
		if err != nil { // not ours: our tools write no other format
			continue
		}
		if kindOf(e) != kindOf(newest) {
			others++
		}
		p.points = append(p.points, plotPoint{at, e.OverallSimilarity, words.Level(e), kindOf(e)})
	}
	p.note = words.Trend(h.Trend, h.TrendNote)
	if others > 0 {
		p.note = fmt.Sprintf("%s made differently from the newest (strategy, weights, timeframe or named memories), each kind with a line of its own. ", words.Count(others, "measurement")) + p.note
	}
	if h.Summary.Returned < h.Summary.TotalEntries {
		p.note = fmt.Sprintf("newest %d of %d measurements. ", h.Summary.Returned, h.Summary.TotalEntries) + p.note
	}
	return p
}

func plotLevels(t answer.Thresholds) []plotLevel {
	return []plotLevel{
		{string(drift.None), t.None}, {string(drift.Low), t.Low}, {string(drift.Medium), t.Medium}, {string(drift.High), t.High}, {string(drift.Critical), 0},
	}
}

func kindOf(e *answer.DriftEntry) plotKind {
	k := plotKind{e.Strategy, e.CorrectionID, e.Timeframe, e.MemorySet}
	if k.timeframe == "" && k.set == "" {
		k.set = *e.Timestamp
	}
	return k
}

// newest reports whether a point is of the same kind as the newest one.
func (p *Plot) newest(i int) bool { return p.points[i].kind == p.points[len(p.points)-1].kind }

// before returns the number of the point from which a line leads to i; −1 if there is none.
func (p *Plot) before(i int) int {
	for j := i - 1; j >= 0; j-- {
		if p.points[j].kind == p.points[i].kind {
			return j
		}
	}
	return -1
}

// position returns the horizontal position of a point, 0…1: by time, or by number if all have the same time.
func (p *Plot) position(i int) float64 {
	if len(p.points) == 1 {
		return .5
	}
	first, last := p.points[0].at, p.points[len(p.points)-1].at
	if span := last.Sub(first); span > 0 {
		return float64(p.points[i].at.Sub(first)) / float64(span)
	}
	return float64(i) / float64(len(p.points)-1)
}

// ends returns the texts below the left and the right end of the axis.
func (p *Plot) ends() (first, last string) {
	a, b := p.points[0].at.Local(), p.points[len(p.points)-1].at.Local()
	layout := "2006-01-02 15:04"
	if b.Sub(a) < 10*time.Minute {
		layout = "2006-01-02 15:04:05"
	}
	return a.Format(layout), b.Format(layout)
}
