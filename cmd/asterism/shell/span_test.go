package shell

import (
	"strings"
	"testing"
	"time"
)

func TestSpans(t *testing.T) {
	const day = 24 * time.Hour
	for v, want := range map[string]time.Duration{
		"90m": 90 * time.Minute, "48h": 2 * day, "7d": 7 * day, "2w": 14 * day, "1w2d": 9 * day, "1d12h": 36 * time.Hour, "1w1d1h30m": 8*day + 90*time.Minute, "9999w": 9999 * 7 * day,
	} {
		var s Span
		if err := s.Set(v); err != nil || time.Duration(s) != want {
			t.Errorf("%q: %v (%v), want %v", v, time.Duration(s), err, want)
		}
	}
	for _, v := range []string{"", "0", "0d", "0s", "-1h", "-1d", "1d-1h", "d", "7", "yesterday", "1.5d", "7 d", "10000w", "9999w9999w", "9999999999999999999d", "1y", "last week"} {
		s := Span(time.Hour)
		if err := s.Set(v); err == nil || !strings.Contains(err.Error(), "7d") || s != Span(time.Hour) {
			t.Errorf("%q: %v, %v: want an error that shows what is taken, and no change", v, time.Duration(s), err)
		}
	}
}

// FuzzSpan: an accepted span is above 0, and is the same after formatting and parsing it again.
func FuzzSpan(f *testing.F) {
	for _, v := range []string{"48h", "7d", "1w2d3h", "9999w9999w", "-1d", "1e3h", "d"} {
		f.Add(v)
	}
	f.Fuzz(func(t *testing.T, v string) {
		var s, again Span
		if s.Set(v) != nil {
			return
		}
		if s <= 0 {
			t.Errorf("%q is taken for %v", v, time.Duration(s))
		}
		if err := again.Set(s.String()); err != nil || again != s {
			t.Errorf("%q: %v is written %q and read as %v (%v)", v, time.Duration(s), s.String(), time.Duration(again), err)
		}
	})
}
