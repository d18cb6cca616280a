package intent

import (
	"testing"
	"time"
)

func TestBetween(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	date := func(m time.Month, d int) time.Time { return time.Date(2026, m, d, 0, 0, 0, 0, time.UTC) }
	var open time.Time
	for text, want := range map[string][2]time.Time{
		"what broke on 18 February 2026": {date(2, 18), date(2, 19)},
		"what changed since March":       {date(3, 1), open},
		"decisions before 2026-03-01":    {open, date(3, 1)},
		"incidents after 3 June 2026":    {date(6, 3), open},
		"what did we decide in April":    {date(4, 1), date(5, 1)},
	} {
		from, to, ok := Between(text, now)
		if !ok || !from.Equal(want[0]) || !to.Equal(want[1]) {
			t.Errorf("%q: [%v, %v) %v, want [%v, %v)", text, from, to, ok, want[0], want[1])
		}
		if !timeWords.MatchString(text) {
			t.Errorf("%q names a time", text)
		}
	}
	if _, _, ok := Between("what is a tour", now); ok || timeWords.MatchString("what is a tour") {
		t.Error("found a time where there is none")
	}
}
