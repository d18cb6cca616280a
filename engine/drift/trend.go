package drift

import (
	"fmt"
	"math"
	"time"
)

// MinTrend is the least number of samples of a trend; MaxTrend is how many of the newest entries it reads.
const (
	MinTrend = 3
	MaxTrend = 100
)

// flat is the slope per check below which a trend is Stable.
const flat = .01

// LeastSpan is the time that entries must span for a slope over time. Checks milliseconds apart differ by what was named or stored between them, and gave a fall of 142,816 a day.
const LeastSpan = time.Hour

// farthest is the latest projected time; beyond it a date is useless.
const farthest = 100 * 365 * 24 * time.Hour

// Fit fits a line to the similarities of entries, oldest first, by least squares: over checks (the entry's index) and over time. Only
// entries comparable with the newest count: measured by its strategy, with its weights, and of memories chosen in the same way (of the same
// timeframe, or the same ones named). Others differ for reasons that are not drift. With fewer than [MinTrend] of them there is no trend,
// and why explains it. critical is the similarity below which drift is Critical.
func Fit(entries []Entry, critical float64) (t *Trend, why string) {
	like := alike(entries)
	if len(like) < MinTrend {
		return nil, tooFew(len(like), entries)
	}
	like = like[max(0, len(like)-MaxTrend):]
	newest := like[len(like)-1]
	checks, days, similarity := make([]float64, len(like)), make([]float64, len(like)), make([]float64, len(like))
	for i, e := range like {
		checks[i], days[i], similarity[i] = float64(i), e.At.Sub(newest.At).Hours()/24, e.Similarity
	}
	slope, _ := leastSquares(checks, similarity)
	t = &Trend{Direction: direction(slope), Velocity: math.Abs(slope), Samples: len(like)}
	if perDay, spread := leastSquares(days, similarity); spread && newest.At.Sub(like[0].At).Abs() >= LeastSpan {
		t.PerDay = perDay
	} else {
		t.AllAtOnce = true
	}
	t.Acceleration, t.Cycle = accelerationOf(similarity), cycleOf(days, similarity)
	t.Strategy, t.Timeframe = newest.Strategy, newest.Timeframe
	if t.Direction == Worsening {
		t.project(newest, critical)
	}
	return t, ""
}

// alike keeps the newest entry and those that are comparable with it.
func alike(entries []Entry) (out []Entry) {
	for i := range entries {
		if i == len(entries)-1 || entries[i].Like(&entries[len(entries)-1].Measurement) {
			out = append(out, entries[i])
		}
	}
	return out
}

// Like reports whether two measurements are comparable: made by one strategy, with the same weights, of memories chosen in the same way (of one timeframe, or the same
// ones named). Only such measurements form a series: others differ for reasons that are not drift.
func (m *Measurement) Like(o *Measurement) bool {
	return m.sameWay(o) && m.Correction == o.Correction
}

func tooFew(like int, entries []Entry) string {
	all := len(entries)
	if all > 0 && entries[all-1].Timeframe == "" {
		return fmt.Sprintf("a trend needs %d measurements of the same memories named, by one strategy and with the same weights, there are %d", MinTrend, like)
	}
	if like == all {
		return fmt.Sprintf("a trend needs %d measurements, there are %d", MinTrend, all)
	}
	return fmt.Sprintf("a trend needs %d measurements made as the newest one was (its strategy, its weights, its timeframe), there are %d of %d", MinTrend, like, all)
}

func direction(slope float64) Direction {
	switch {
	case math.Abs(slope) < flat:
		return Stable
	case slope > 0:
		return Improving
	}
	return Worsening
}

// project computes when the line reaches critical from the newest entry; the time is now if it is there already.
func (t *Trend) project(newest Entry, critical float64) {
	above := max(newest.Similarity-critical, 0)
	t.ChecksToCritical = above / t.Velocity
	if t.PerDay >= 0 {
		return
	}
	if ahead := above / -t.PerDay * 24 * float64(time.Hour); ahead < float64(farthest) {
		t.CriticalAt = newest.At.Add(time.Duration(ahead))
	}
}

// leastSquares returns the slope of y over x, Σ(x−x̄)(y−ȳ) / Σ(x−x̄)²; ok is false if all x are equal: then there is no slope.
func leastSquares(x, y []float64) (slope float64, ok bool) {
	var mx, my float64
	for i := range x {
		mx += x[i] / float64(len(x))
		my += y[i] / float64(len(y))
	}
	var xy, xx float64
	for i := range x {
		xy += (x[i] - mx) * (y[i] - my)
		xx += (x[i] - mx) * (x[i] - mx)
	}
	if xx == 0 {
		return 0, false
	}
	return xy / xx, true
}
