package metautl

import (
	"testing"
	"time"
)

func TestParseTime(t *testing.T) {
	at := func(h, m, s, ns int) time.Time { return time.Date(2026, 1, 15, h, m, s, ns, time.UTC) }
	for in, want := range map[string]time.Time{
		"2026-01-15":                     at(0, 0, 0, 0),
		"2026-01-15T10:30":               at(10, 30, 0, 0),
		"2026-01-15T10:30Z":              at(10, 30, 0, 0),
		"2026-01-15T10:30+02:00":         at(8, 30, 0, 0),
		"2026-01-15T10:30+0200":          at(8, 30, 0, 0),
		"2026-01-15T10:30:05":            at(10, 30, 5, 0),
		"2026-01-15T10:30:05.25":         at(10, 30, 5, 250_000_000),
		"2026-01-15T10:30:05Z":           at(10, 30, 5, 0),
		"2026-01-15T10:30:05.000000001Z": at(10, 30, 5, 1),
		"2026-01-15T10:30:05.5-05:30":    at(16, 0, 5, 500_000_000),
		"2026-01-15 10:30:05":            at(10, 30, 5, 0),
	} {
		if got, err := ParseTime(in); err != nil || !got.Equal(want) {
			t.Errorf("%q is %s, %v; want %s", in, got, err, want)
		}
	}
	for _, in := range []string{"", "yesterday", "2026-13-01", "2026-01-15T25:00", "15.01.2026", "2026-01-15T10", "2026-01-15T10:30:05Zx"} {
		_, err := ParseTime(in)
		if want := "Invalid timestamp format '" + in + "'. Expected ISO 8601 (e.g., 2024-01-15T10:30:00Z)"; err == nil || err.Error() != want {
			t.Errorf("%q: %v", in, err)
		}
	}
}

func FuzzParseTime(f *testing.F) {
	f.Add("2026-01-15T10:30:05.25Z")
	f.Fuzz(func(t *testing.T, v string) {
		got, err := ParseTime(v)
		if err != nil {
			return
		}
		if again, err := ParseTime(got.Format(time.RFC3339Nano)); got.Year() > 0 && (err != nil || !again.Equal(got)) {
			t.Errorf("%q is %s and then %s, %v", v, got, again, err)
		}
	})
}
