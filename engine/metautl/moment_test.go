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
		"2026-01-15T10":                  at(10, 0, 0, 0),
		"2026-01-15t10:30:05z":           at(10, 30, 5, 0),
		"2026-01-15T10:30:05,25Z":        at(10, 30, 5, 250_000_000),
		"20260115":                       at(0, 0, 0, 0),
		"20260115T103005Z":               at(10, 30, 5, 0),
		"20260115T1030+02":               at(8, 30, 0, 0),
		"2026-015":                       at(0, 0, 0, 0),
		"2026015T1030":                   at(10, 30, 0, 0),
		"2026-W03-4":                     at(0, 0, 0, 0),
		"2026-W03-4T10:30Z":              at(10, 30, 0, 0),
		"2026-W03":                       at(-3*24, 0, 0, 0),
		"2026-W01-1":                     time.Date(2025, 12, 29, 0, 0, 0, 0, time.UTC),
		"2026W034":                       at(0, 0, 0, 0),
		"2026W03":                        at(-3*24, 0, 0, 0),
		"2026W034T103005Z":               at(10, 30, 5, 0),
		"2026W034T1030+02":               at(8, 30, 0, 0),
		"2026-01-15T24:00":               at(24, 0, 0, 0),
		"2026-01-15T24:00:00+02:00":      at(22, 0, 0, 0),
		"20260115T2400Z":                 at(24, 0, 0, 0),
		"2026-01-15T10.5":                at(10, 30, 0, 0),
		"2026-01-15T10:30.5Z":            at(10, 30, 30, 0),
		"20260115T1030,25+02:00":         at(8, 30, 15, 0),
		"2026-01":                        time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC),
		"2026":                           time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC),
	} {
		if got, err := ParseTime(in); err != nil || !got.Equal(want) {
			t.Errorf("%q is %s, %v; want %s", in, got, err, want)
		}
	}
	for _, in := range []string{"", "yesterday", "2026-13-01", "2026-01-15T25:00", "2026-01-15T24:01", "2026-01-15T24.5", "2026W039", "2026W54", "9999-12-31T24:00", "15.01.2026", "2026-W54", "2025-W53-1", "2026-W03-8", "2026-W03-x", "2026-400", "2026-01-15T10:30:05Zx"} {
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
