package drift

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// series returns entries with the given similarities at equal intervals, the last at noon.
func series(every time.Duration, similarities ...float64) (out []Entry) {
	for i, s := range similarities {
		at := noon.Add(-every * time.Duration(len(similarities)-1-i))
		out = append(out, Entry{Measurement: Measurement{Similarity: s, Strategy: Cosine, Timeframe: "24h", At: at}})
	}
	return out
}

func TestATrendIsALineOverChecksAndOverTime(t *testing.T) {
	for name, c := range map[string]struct {
		entries []Entry
		want    Trend
	}{
		"worsening": {series(12*time.Hour, .9, .8, .7), Trend{Direction: Worsening, Velocity: .1, PerDay: -.2, Samples: 3, ChecksToCritical: 3, CriticalAt: noon.Add(36 * time.Hour)}},
		"improving": {series(48*time.Hour, .5, .52, .54, .56), Trend{Direction: Improving, Velocity: .02, PerDay: .01, Samples: 4}},
		"stable":    {series(24*time.Hour, .7, .691, .682), Trend{Direction: Stable, Velocity: .009, PerDay: -.009, Samples: 3}},
		"at .01":    {series(24*time.Hour, .75, .5, .25), Trend{Direction: Worsening, Velocity: .25, PerDay: -.25, Samples: 3, CriticalAt: noon}}, // below critical already
		"one time":  {series(0, .9, .8, .7), Trend{Direction: Worsening, Velocity: .1, AllAtOnce: true, Samples: 3, ChecksToCritical: 3}},
		"centuries": {series(30*365*24*time.Hour, .9, .8, .7), Trend{Direction: Worsening, Velocity: .1, PerDay: -.1 / (30 * 365), Samples: 3, ChecksToCritical: 3, CriticalAt: noon.Add(3 * 30 * 365 * 24 * time.Hour)}},
		"ages":      {series(50*365*24*time.Hour, .9, .8, .7), Trend{Direction: Worsening, Velocity: .1, PerDay: -.1 / (50 * 365), Samples: 3, ChecksToCritical: 3}},
	} {
		got, why := Fit(c.entries, .4)
		if got == nil || why != "" {
			t.Errorf("%s: no trend: %s", name, why)
			continue
		}
		if got.Direction != c.want.Direction || got.Samples != c.want.Samples || got.AllAtOnce != c.want.AllAtOnce ||
			!near(got.Velocity, c.want.Velocity) || !near(got.PerDay, c.want.PerDay) || !near(got.ChecksToCritical, c.want.ChecksToCritical) ||
			got.CriticalAt.Sub(c.want.CriticalAt).Abs() > time.Minute {
			t.Errorf("%s: %+v, want %+v", name, *got, c.want)
		}
	}
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// Intervals between checks differ: two checks within an hour and one a month later give another slope over time than over
// checks.
func TestTheTwoSlopesDifferWhenChecksAreUneven(t *testing.T) {
	e := series(time.Hour, .9, .8, .7)
	e[0].At = noon.Add(-30 * 24 * time.Hour)
	got, _ := Fit(e, .4)
	if got.Velocity < .09 || got.PerDay > -.003 || got.PerDay < -.01 {
		t.Errorf("%g a check and %g a day of entries a month apart", got.Velocity, got.PerDay)
	}
}

func TestFewSamplesGiveAReasonAndNoTrend(t *testing.T) {
	for n, says := range map[int]string{0: "there are 0", 1: "there are 1", 2: "needs 3 measurements, there are 2"} {
		got, why := Fit(series(time.Hour, []float64{.9, .8}[:n]...), .4)
		if got != nil || !strings.Contains(why, says) {
			t.Errorf("%d entries: trend %v, %q; want %q", n, got, why, says)
		}
	}
}

// A fall caused by another strategy, other weights or another choice of memories is not drift.
func TestATrendComparesLikeWithLike(t *testing.T) {
	for name, change := range map[string]func(*Entry){
		"strategy":  func(e *Entry) { e.Strategy = Synergy },
		"weights":   func(e *Entry) { e.Correction = uuid.UUID{1} },
		"choice":    func(e *Entry) { e.Timeframe, e.Chosen = "", uuid.UUID{1} },
		"timeframe": func(e *Entry) { e.Timeframe = "7d" },
	} {
		e := series(time.Hour, .9, .9, .2, .9)
		change(&e[2])
		got, _ := Fit(e, .4)
		if got == nil || got.Direction != Stable || got.Samples != 3 {
			t.Errorf("%s: %+v, want Stable over the 3 that are alike", name, got)
		}
		got, why := Fit(e[:3], .4)
		if got != nil || !strings.Contains(why, "there are 1") {
			t.Errorf("%s: %+v, %q", name, got, why)
		}
	}
}

func TestATrendLooksAtTheNewest(t *testing.T) {
	var v []float64
	for range 50 {
		v = append(v, .1)
	}
	for range MaxTrend {
		v = append(v, .9)
	}
	got, _ := Fit(series(time.Hour, v...), .4)
	if got.Samples != MaxTrend || got.Direction != Stable {
		t.Errorf("%+v, want Stable over the newest %d", got, MaxTrend)
	}
}

func TestTheLineThroughALineIsThatLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		slope, begin := rapid.Float64Range(-.005, .005).Draw(t, "slope"), rapid.Float64Range(.3, .7).Draw(t, "begin")
		n := rapid.IntRange(3, 60).Draw(t, "n")
		every := time.Duration(rapid.IntRange(1, 100).Draw(t, "hours")) * time.Hour
		v := make([]float64, n)
		for i := range v {
			v[i] = begin + slope*float64(i)
		}
		got, _ := Fit(series(every, v...), .1)
		if !near(got.Velocity, math.Abs(slope)) || math.Abs(got.PerDay-slope*24/every.Hours()) > 1e-9 {
			t.Fatalf("%+v of a line with slope %g every %s", got, slope, every)
		}
		if got.Direction != Stable {
			t.Fatalf("a slope of %g a check is %s", slope, got.Direction)
		}
	})
}

// TestNoRateIsToldOfLessThanAnHour: checks within an hour have a slope over checks only, and no day on which drift becomes Critical.
func TestNoRateIsToldOfLessThanAnHour(t *testing.T) {
	for span, reported := range map[time.Duration]bool{
		0: false, time.Nanosecond: false, 2 * time.Millisecond: false, 10 * time.Millisecond: false, time.Second: false, time.Minute: false, 10 * time.Minute: false, LeastSpan - 2*time.Second: false,
		LeastSpan: true, LeastSpan + time.Minute: true, 24 * time.Hour: true,
	} {
		got, why := Fit(series(span/2, .9, .8, .7), .4)
		if got == nil {
			t.Fatal(why)
		}
		if got.AllAtOnce == reported || (got.PerDay != 0) != reported || got.CriticalAt.IsZero() == reported || !near(got.Velocity, .1) || !near(got.ChecksToCritical, 3) {
			t.Errorf("over %v: %+v", span, got)
		}
		if math.Abs(got.PerDay) > .2*24+1e-9 {
			t.Errorf("over %v a fall of %v a day is reported", span, -got.PerDay)
		}
	}
}

// TestOthersOfAHistoryAreTold: the reasons why measurements of a history are not in a series.
func TestOthersOfAHistoryAreTold(t *testing.T) {
	newest := Measurement{Strategy: Cosine, Timeframe: "24h"}
	entries := []Entry{{Measurement: newest}, {Measurement: Measurement{Strategy: Cosine, Timeframe: "7d"}}, {Measurement: Measurement{Strategy: Cosine, Timeframe: "all"}},
		{Measurement: Measurement{Strategy: Group, Timeframe: "24h"}}, {Measurement: Measurement{Strategy: Cosine}},
		{Measurement: Measurement{Strategy: Cosine, Timeframe: "24h", Correction: uuid.New()}}}
	if got, want := Otherwise(entries, &newest), "1 of memories that were named, 2 over another timeframe, 1 by another strategy, 1 with other weights"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Otherwise(entries[:1], &newest); got != "" {
		t.Errorf("of one series: %q", got)
	}
}
