package drift

import (
	"math"
	"strings"
	"testing"
)

func TestLevelsBeginAtTheirThresholds(t *testing.T) {
	for _, c := range []struct {
		similarity float64
		want       Level
	}{
		{1, None}, {.85, None}, {math.Nextafter(.85, 0), Low}, {.60, Low}, {math.Nextafter(.60, 0), Medium},
		{.55, Medium}, {math.Nextafter(.55, 0), High}, {.40, High}, {math.Nextafter(.40, 0), Critical}, {0, Critical},
		{math.NaN(), ""},
	} {
		if got := DefaultThresholds.Level(c.similarity); got != c.want {
			t.Errorf("similarity %v is %q, want %q", c.similarity, got, c.want)
		}
	}
}

func TestThresholdsAreConfiguration(t *testing.T) {
	strict := Thresholds{None: .9, Low: .8, Medium: .7, High: .6}
	if got := strict.Level(.85); got != Low {
		t.Errorf("similarity .85 under %+v is %s, want Low", strict, got)
	}
	if got := (Thresholds{}).OrDefault(); got != DefaultThresholds {
		t.Errorf("no thresholds mean %+v, want the default", got)
	}
	if got := strict.OrDefault(); got != strict {
		t.Errorf("given thresholds became %+v", got)
	}
}

func TestThresholdsThatDoNotFallAreRefusedByName(t *testing.T) {
	for name, c := range map[string]struct {
		t    Thresholds
		says []string
	}{
		"equal":          {Thresholds{.85, .70, .70, .40}, []string{"Medium (0.7)", "Low (0.7)"}},
		"rising":         {Thresholds{.85, .90, .55, .40}, []string{"Low (0.9)", "None (0.85)"}},
		"High too high":  {Thresholds{.85, .70, .55, .60}, []string{"High (0.6)", "Medium (0.55)"}},
		"one":            {Thresholds{1, .70, .55, .40}, []string{"None is 1", "below 1"}},
		"zero":           {Thresholds{.85, .70, .55, 0}, []string{"High is 0", "above 0"}},
		"not a number":   {Thresholds{.85, math.NaN(), .55, .40}, []string{"Low is NaN"}},
		"only one given": {Thresholds{None: .85}, []string{"Low is 0"}},
	} {
		err := c.t.Check()
		if err == nil {
			t.Errorf("%s: %+v was accepted", name, c.t)
			continue
		}
		for _, s := range c.says {
			if !strings.Contains(err.Error(), s) {
				t.Errorf("%s: %q does not say %q", name, err, s)
			}
		}
	}
	if err := DefaultThresholds.Check(); err != nil {
		t.Error(err)
	}
}

func TestLevelsAreOrdered(t *testing.T) {
	for i, l := range levels {
		for j, o := range levels {
			if l.Worse(o) != (i > j) {
				t.Errorf("%s worse than %s: %v", l, o, l.Worse(o))
			}
		}
		if Level("").Worse(l) {
			t.Errorf("an absent level is worse than %s", l)
		}
	}
}
