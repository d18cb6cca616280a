package arguments

import (
	"testing"
	"time"
)

func TestMoments(t *testing.T) {
	for in, want := range map[string]string{
		"2026-03-01":                       "2026-03-01T00:00:00Z",
		" 2026-03-01 ":                     "2026-03-01T00:00:00Z",
		"2026-03-01T14:30":                 "2026-03-01T14:30:00Z",
		"2026-03-01 14:30":                 "2026-03-01T14:30:00Z",
		"2026-03-01 14:30:05":              "2026-03-01T14:30:05Z",
		"2026-03-01T14:30:05.25":           "2026-03-01T14:30:05.25Z",
		"2026-03-01T14:30+02:00":           "2026-03-01T12:30:00Z",
		"2026-03-01t14:30:05z":             "2026-03-01T14:30:05Z",
		"2026-03-01T14:30:05.123456+05:30": "2026-03-01T09:00:05.123456Z",
	} {
		got, err := parseMoment(in)
		if err != nil || got.UTC().Format(time.RFC3339Nano) != want {
			t.Errorf("%q: %v %v, want %s", in, got, err, want)
		}
	}
	for _, in := range []string{"", "now", "2026", "2026-13-01", "10000-01-01", "0001-01-01T00:00:00Z", "2026-03-01T25:00"} {
		if got, err := parseMoment(in); err == nil {
			t.Errorf("%q was read as %v", in, got)
		}
	}
}

// FuzzMoment: an accepted time can be written as RFC 3339, and that is the same time.
func FuzzMoment(f *testing.F) {
	for _, s := range []string{"2026-03-01", "2026-03-01T14:30:05.123456+05:30", "0001-01-01T00:00:00Z", " 2026-03-01t14:30z ", "9999-12-31T23:59:59-12:00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		at, err := parseMoment(s)
		if err != nil {
			return
		}
		if again, err := time.Parse(time.RFC3339Nano, at.UTC().Format(time.RFC3339Nano)); err != nil || !again.Equal(at) {
			t.Errorf("%q is %v, which is written and read as %v, %v", s, at, again, err)
		}
	})
}
