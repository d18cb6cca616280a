package background

import (
	"testing"
	"time"
)

// TestPausesGrow for any chance, until the maximum is reached, and stay within their
// bounds.
func TestPausesGrow(t *testing.T) {
	for _, p := range []Pause{Usual, {time.Second, time.Second}, {1, 1 << 62}, {3 * time.Millisecond, time.Hour}, {time.Hour, time.Minute}} {
		longest := time.Duration(0)
		for n := 1; n < 200; n++ {
			short, long := p.after(n, 1), p.after(n, 0)
			for _, chance := range []float64{.001, .25, .5, .999} {
				if d := p.after(n, chance); d < short || d > long {
					t.Errorf("%v: pause %d by chance %v is %v, outside of %v…%v", p, n, chance, d, short, long)
				}
			}
			if long > p.Most || short < min(p.First, p.Most)*3/4 {
				t.Errorf("%v: pause %d is %v…%v", p, n, short, long)
			}
			if longest < p.Most && long < p.Most && short <= longest {
				t.Errorf("%v: pause %d can be %v, the one before %v", p, n, short, longest)
			}
			if n > 70 && long != p.Most {
				t.Errorf("%v: pause %d is %v and not the most", p, n, long)
			}
			longest = long
		}
	}
	if Usual.after(1, 0) != time.Second || Usual.after(2, 0) != 2*time.Second || Usual.after(4, 1) != 6*time.Second || Usual.after(11, 0) != 10*time.Minute {
		t.Error("the usual pauses are not 1 s, 2 s, … 10 min")
	}
}
