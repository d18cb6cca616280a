package path

import (
	"math"
	"testing"
	"time"
)

func TestDirection(t *testing.T) {
	causal := func(margin float64) Step { return Step{By: HopCausal, Margin: margin} }
	link, semantic := Step{By: HopLink, Margin: math.NaN(), Directed: true}, Step{By: HopSemantic, Margin: math.NaN()}
	learned := func(later time.Duration) Step { return Step{By: HopLink, Margin: math.NaN(), Later: later} }
	for name, c := range map[string]struct {
		hops []Step
		want string
	}{
		"links":                 {[]Step{link, link}, Given},
		"clear":                 {[]Step{causal(.2)}, Forward},
		"clear, the other way":  {[]Step{causal(-.2)}, Backward},
		"little":                {[]Step{causal(.02)}, Unknown},
		"nothing":               {[]Step{causal(0)}, Unknown},
		"many little":           {[]Step{causal(.02), causal(.02), causal(.02)}, Forward},
		"said":                  {[]Step{{By: HopCausal, Margin: -.01, Said: 1}}, Forward},
		"said of a link":        {[]Step{{By: HopLink, Margin: math.NaN(), Said: -1}}, Backward},
		"said against E5":       {[]Step{{By: HopCausal, Margin: .03, Said: -1}}, Unknown},
		"against each other":    {[]Step{causal(.2), causal(-.2)}, Unknown},
		"a link is no evidence": {[]Step{causal(.02), link}, Unknown},
		"learned links":         {[]Step{learned(0), learned(0)}, Unknown},
		"in order of time":      {[]Step{learned(time.Hour), learned(time.Hour)}, Forward},
		"against it":            {[]Step{learned(-time.Hour), learned(-time.Hour)}, Backward},
		"one hop in time":       {[]Step{learned(time.Hour)}, Unknown},
		"one second apart":      {[]Step{learned(time.Second), learned(time.Second)}, Unknown},
		"time and E5 together":  {[]Step{{By: HopCausal, Margin: .03, Later: time.Hour}}, Forward},
		"time against E5":       {[]Step{{By: HopCausal, Margin: .03, Later: -time.Hour}}, Unknown},
		"meaning has none":      {[]Step{causal(.2), semantic}, ""},
	} {
		got, chance := direction(c.hops)
		if got != c.want || math.IsNaN(chance) != (c.want == "") || chance < 0 || chance > 1 {
			t.Errorf("%s: %q with a chance of %v, want %q", name, got, chance, c.want)
		}
		back := make([]Step, len(c.hops))
		for i, h := range c.hops {
			back[i] = Step{By: h.By, Margin: -h.Margin, Directed: h.Directed, Later: -h.Later, Said: -h.Said}
		}
		if _, other := direction(back); got != Given && got != "" && math.Abs(chance+other-1) > 1e-9 {
			t.Errorf("%s: chances %v and %v of the two ways", name, chance, other)
		}
	}
}
