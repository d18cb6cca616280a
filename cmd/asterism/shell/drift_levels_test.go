package shell

import (
	"strings"
	"testing"
)

func TestDriftLevels(t *testing.T) {
	var l DriftLevels
	if l.String() != "" {
		t.Errorf("unset it is %q", l.String())
	}
	if err := l.Set("0.9, 0.8,0.7,0.6"); err != nil || l.String() != "0.9,0.8,0.7,0.6" {
		t.Errorf("got %q, %v", l.String(), err)
	}
	for v, says := range map[string]string{"": "holds 1 numbers", "0.9,0.8,0.7": "holds 3", "a,b,c,d": `"a" is not a number`, "0.9,0.9,0.7,0.6": "Low (0.9)", "0.4,0.55,0.7,0.85": "must be below", "1.5,0.8,0.7,0.6": "None", "0.9,0.8,0.7,0": "High", "NaN,0.8,0.7,0.6": "None"} {
		if err := l.Set(v); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want words that say %q", v, err, says)
		}
	}
	if l.String() != "0.9,0.8,0.7,0.6" {
		t.Errorf("a mistake changed it to %q", l.String())
	}
}
