package goaldna

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// clock is the clock of tests; it goes on a second a look.
func clock() func() time.Time {
	var mu sync.Mutex
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(time.Second)
		return now
	}
}

func newChecker(t testing.TB, o Options) *Checker {
	t.Helper()
	c, err := New("Build a REST API for user management", o, clock())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestOptionsAreValidated(t *testing.T) {
	ok := DefaultOptions()
	for _, c := range []struct {
		change func(*Options)
		want   string
	}{
		{func(o *Options) { o.Threshold = 0 }, "threshold 0"},
		{func(o *Options) { o.Threshold = 1 }, "threshold 1"},
		{func(o *Options) { o.Threshold = -.1 }, "threshold -0.1"},
		{func(o *Options) { o.Threshold = math.NaN() }, "threshold NaN"},
		{func(o *Options) { o.Threshold = math.Inf(1) }, "threshold +Inf"},
		{func(o *Options) { o.Limit = 0 }, "limit 0"},
		{func(o *Options) { o.History = 0 }, "history 0"},
		{func(o *Options) { o.History = MaxHistory + 1 }, "history 10001"},
	} {
		o := ok
		c.change(&o)
		if _, err := New("goal", o, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want one with %q", o, err, c.want)
		}
	}
	if _, err := New("bad \xff", ok, nil); err == nil {
		t.Error("a goal that is not UTF-8 is taken")
	}
}

func TestRecordRefuses(t *testing.T) {
	c := newChecker(t, DefaultOptions())
	for _, bad := range []float64{-.01, 1.01, math.NaN(), math.Inf(1)} {
		if _, err := c.Record(0, "x", bad, true); err == nil {
			t.Errorf("similarity %v is taken", bad)
		}
	}
	if _, err := c.CheckDrift(-1, "x"); err == nil {
		t.Error("step −1 is taken")
	}
	if s := c.Summary(); s.TotalChecks != 0 {
		t.Errorf("%d refused checks are recorded", s.TotalChecks)
	}
}

func TestSeverities(t *testing.T) {
	const threshold = .15
	for _, c := range []struct {
		share float64
		want  Severity
	}{{1, None}, {.999, Low}, {.7, Low}, {.699, Moderate}, {.4, Moderate}, {.399, High}, {.2, High}, {.199, Critical}, {0, Critical}} {
		if got := SeverityOf(c.share*threshold, threshold); got != c.want {
			t.Errorf("severity of %v of the threshold is %s, want %s", c.share, got, c.want)
		}
	}
}

func TestDriftIsStrictlyBelowTheThreshold(t *testing.T) {
	c := newChecker(t, DefaultOptions())
	if e, err := c.Record(1, "at", .15, true); e != nil || err != nil {
		t.Errorf("a check at the threshold gives %v, %v", e, err)
	}
	e, err := c.Record(2, "below", math.Nextafter(.15, 0), true)
	if err != nil || e == nil || e.Severity != Low || e.Step != 2 || e.ActionText != "below" {
		t.Errorf("a check below the threshold gives %+v, %v", e, err)
	}
}

func TestCounter(t *testing.T) {
	c := newChecker(t, DefaultOptions())
	for i, k := range []struct {
		similarity  float64
		signal      bool
		consecutive int
		drifting    bool
	}{{.1, true, 1, false}, {.1, true, 2, false}, {.5, false, 2, false}, {.1, true, 3, true}, {.5, false, 3, true}, {.1, true, 4, true}, {.2, true, 0, false}, {.1, true, 1, false}} {
		if _, err := c.Record(i, "x", k.similarity, k.signal); err != nil {
			t.Fatal(err)
		}
		if s := c.Summary(); s.Consecutive != k.consecutive || s.Drifting != k.drifting || c.IsDrifting() != k.drifting || s.TotalChecks != i+1 {
			t.Errorf("after check %d: %+v, want %+v", i, s, k)
		}
	}
	c.ResetConsecutive()
	if s := c.Summary(); s.Consecutive != 0 || s.DriftEvents != 5 {
		t.Errorf("after a reset: %+v", s)
	}
}

func TestHistoryIsARing(t *testing.T) {
	o := DefaultOptions()
	o.History = 4
	c := newChecker(t, o)
	for i := range 7 {
		if _, err := c.CheckDrift(i, fmt.Sprintf("quantum %d", i)); err != nil {
			t.Fatal(err)
		}
	}
	events := c.Events()
	if len(events) != 4 || events[0].Step != 3 || events[3].Step != 6 || events[3].ActionText != "quantum 6" {
		t.Errorf("events are %+v", events)
	}
	if s := c.Summary(); s.TotalChecks != 7 || s.DriftEvents != 7 || s.Trend.Checks != 4 {
		t.Errorf("summary is %+v", s)
	}
}

func TestEventTextIsCut(t *testing.T) {
	c := newChecker(t, DefaultOptions())
	for _, text := range []string{strings.Repeat("水", 300), strings.Repeat("x", 200), strings.Repeat("x", 201), strings.Repeat("\xff", 500), "kurz"} {
		if _, err := c.Record(0, text, 0, true); err != nil {
			t.Fatal(err)
		}
		events := c.Events()
		got := events[len(events)-1].ActionText
		if n := utf8.RuneCountInString(got); n > 200 || !utf8.ValidString(got) || utf8.ValidString(text) && (!strings.HasPrefix(text, got) || n < min(200, utf8.RuneCountInString(text))) {
			t.Errorf("of %.10q… %d characters are kept", text, n)
		}
	}
}

func TestTrends(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name    string
		values  []float64 // NaN: no signal
		window  int
		want    Direction
		slope   float64
		average float64
	}{
		{"none", nil, 10, Stable, 0, nan},
		{"one", []float64{.3}, 10, Stable, 0, .3},
		{"rising", []float64{.1, .2, .3, .4}, 10, Improving, .1, .25},
		{"falling", []float64{.4, .3, .2, .1}, 10, Worsening, -.1, .25},
		{"exactly .02", []float64{.10, .12, .14, .16}, 10, Stable, .02, .13},
		{"exactly −.02", []float64{.16, .14, .12, .10}, 10, Stable, -.02, .13},
		{"just above", []float64{.10, .1201, .1402, .1603}, 10, Improving, .0201, .13015},
		{"the window's only", []float64{.9, .8, .1, .2, .3}, 3, Improving, .1, .2},
		{"a gap keeps its place", []float64{.1, nan, .3}, 10, Improving, .1, .2},
		{"only gaps", []float64{nan, nan}, 10, Stable, 0, nan},
	} {
		k := newChecker(t, DefaultOptions())
		for i, v := range c.values {
			signal := !math.IsNaN(v)
			if !signal {
				v = NoSignal
			}
			if _, err := k.Record(i, "x", v, signal); err != nil {
				t.Fatal(err)
			}
		}
		got, err := k.Trend(c.window)
		if err != nil || got.Direction != c.want || math.Abs(got.Slope-c.slope) > 1e-12 || !near(got.Average, c.average) {
			t.Errorf("%s: %+v, %v; want %s, slope %v, average %v", c.name, got, err, c.want, c.slope, c.average)
		}
	}
	if _, err := newChecker(t, DefaultOptions()).Trend(0); err == nil {
		t.Error("a window of 0 is taken")
	}
}

// TestASlopeOfExactlyTheLeastIsNone: sums of decimal fractions do not come out even.
func TestASlopeOfExactlyTheLeastIsNone(t *testing.T) {
	for first := range 80 {
		for n := 2; n <= 10; n++ {
			up, down := newChecker(t, DefaultOptions()), newChecker(t, DefaultOptions())
			for i := range n {
				v := (float64(first) + 2*float64(i)) / 100
				if _, err := up.Record(i, "x", v, true); err != nil {
					t.Fatal(err)
				}
				if _, err := down.Record(i, "x", .98-v, true); err != nil {
					t.Fatal(err)
				}
			}
			if a, b := up.Summary().Trend, down.Summary().Trend; a.Direction != Stable || b.Direction != Stable {
				t.Fatalf("%d values from %d/100: up %+v, down %+v", n, first, a, b)
			}
		}
	}
}

func near(a, b float64) bool { return math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) < 1e-12 }

func TestTrendIsThatOfTheLastChecks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(0, 1), 2, 30).Draw(t, "values")
		window := rapid.IntRange(2, 40).Draw(t, "window")
		o := DefaultOptions()
		o.History = rapid.IntRange(2, 40).Draw(t, "history")
		c, err := New("goal text", o, clock())
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range values {
			if _, err := c.Record(i, "x", v, true); err != nil {
				t.Fatal(err)
			}
		}
		seen := values[len(values)-min(len(values), window, o.History):]
		meanX, meanY, xy, xx := float64(len(seen)-1)/2, 0.0, 0.0, 0.0
		for _, v := range seen {
			meanY += v / float64(len(seen))
		}
		for i, v := range seen {
			xy += (float64(i) - meanX) * (v - meanY)
			xx += (float64(i) - meanX) * (float64(i) - meanX)
		}
		got, err := c.Trend(window)
		if err != nil || math.Abs(got.Slope-xy/xx) > 1e-9 || math.Abs(got.Average-meanY) > 1e-9 || got.Points != len(seen) {
			t.Fatalf("trend is %+v, %v; want slope %v of %d", got, err, xy/xx, len(seen))
		}
	})
}

func TestHundredAtOnce(t *testing.T) {
	c := newChecker(t, DefaultOptions())
	const each = 100
	var all sync.WaitGroup
	for g := range 100 {
		all.Go(func() {
			for i := range each {
				text := "Researching quantum computing papers"
				if i%2 == 0 {
					text = "Implement the user REST API"
				}
				if _, err := c.CheckDrift(g*each+i, text); err != nil {
					t.Error(err)
				}
				switch i % 25 {
				case 0:
					c.Events()
				case 1:
					c.Summary()
				case 2:
					c.Append(nil)
				case 3:
					c.IsDrifting()
				}
			}
		})
	}
	all.Wait()
	if s := c.Summary(); s.TotalChecks != 100*each || s.DriftEvents != 100*each/2 || len(c.Events()) != 200 {
		t.Errorf("%d checks, %d events, %d kept; want %d, %d, 200", s.TotalChecks, s.DriftEvents, len(c.Events()), 100*each, 100*each/2)
	}
}

func TestCheckDoesNotAllocate(t *testing.T) {
	c := newChecker(t, DefaultOptions())
	for range 250 { // until every place of the history is used
		if _, err := c.CheckDrift(1, action); err != nil {
			t.Fatal(err)
		}
	}
	if n := testing.AllocsPerRun(100, func() { c.CheckDrift(1, action) }); n >= 1 && !raced {
		t.Errorf("a check allocates %v times", n)
	}
}

func BenchmarkCheckDrift(b *testing.B) {
	c := newChecker(b, DefaultOptions())
	b.ReportAllocs()
	for b.Loop() {
		c.CheckDrift(1, action)
	}
}
