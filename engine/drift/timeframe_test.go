package drift

import (
	"testing"
	"time"
)

func TestTimeframesReachBackTheirLength(t *testing.T) {
	for name, want := range map[string]time.Duration{"1h": time.Hour, "6h": 6 * time.Hour, "24h": 24 * time.Hour, "7d": 168 * time.Hour, "30d": 720 * time.Hour} {
		if from, ok := Since(name, noon); !ok || noon.Sub(from) != want {
			t.Errorf("%s reaches back to %s, %v", name, from, ok)
		}
	}
	if from, ok := Since(All, noon); !ok || !from.IsZero() {
		t.Errorf("all reaches back to %s, %v", from, ok)
	}
	for _, name := range []string{"", "2h", "ALL", "24H"} {
		if _, ok := Since(name, noon); ok {
			t.Errorf("%q is a timeframe", name)
		}
	}
	if len(periods) != len(Timeframes) {
		t.Errorf("%d timeframes, %d periods", len(Timeframes), len(periods))
	}
}
