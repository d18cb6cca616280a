package metautl

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestAdjust(t *testing.T) {
	for _, c := range []struct {
		name          string
		s, err, ach   float64
		want, alpha   float64
		clamped, none bool
	}{
		{name: "small error", s: .5, err: .2, ach: .001, want: .5, none: true},
		{name: "small negative error", s: .5, err: -.2, ach: .001, want: .5, none: true},
		{name: "expected too much", s: .5, err: .4, ach: .001, want: .48, alpha: .05},
		{name: "expected too little", s: .5, err: -.4, ach: .001, want: .52, alpha: .05},
		{name: "attentive", s: .5, err: .4, ach: .002, want: .46, alpha: .1},
		{name: "more than attentive", s: .5, err: .4, ach: 7, want: .46, alpha: .1},
		{name: "asleep", s: .5, err: .4, ach: 0, want: .48, alpha: .05},
		{name: "at the lower border", s: .12, err: 1, ach: .001, want: .1, alpha: .05, clamped: true},
		{name: "at the upper border", s: .88, err: -1, ach: .001, want: .9, alpha: .05, clamped: true},
	} {
		after, a, clamped, ok := usual.adjust(pair(c.s), c.err, c.ach)
		if math.Abs(after.S-c.want) > 1e-12 || a.Alpha != c.alpha || clamped != c.clamped || ok == c.none {
			t.Errorf("%s: λ_s %v, α %v, clamped %v, adjusted %v; want %v, %v, %v, %v", c.name, after.S, a.Alpha, clamped, ok, c.want, c.alpha, c.clamped, !c.none)
		}
	}
}

func TestAdjustKeepsItsBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := pair(rapid.Float64Range(usual.MinLambda, usual.MaxLambda).Draw(t, "s"))
		err := rapid.Float64Range(-1, 1).Draw(t, "error")
		after, a, clamped, ok := usual.adjust(before, err, rapid.Float64().Draw(t, "ach"))
		if math.Abs(after.S+after.C-1) > .001 || after.S < usual.MinLambda || after.S > usual.MaxLambda || after.C < usual.MinLambda-1e-12 || after.C > usual.MaxLambda+1e-12 {
			t.Fatalf("λ became %v", after)
		}
		if !ok {
			return
		}
		if a.Alpha < usual.MinAlpha || a.Alpha > usual.MaxAlpha || a.TriggerError != err {
			t.Fatalf("adjustment %+v for error %v", a, err)
		}
		if step := after.S - before.S; !clamped && math.Abs(step+a.Alpha*err) > 1e-12 || step*err > 0 {
			t.Fatalf("λ_s moved by %v at error %v with α %v", step, err, a.Alpha)
		}
	})
}
