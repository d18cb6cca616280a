package background

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestStateInWords(t *testing.T) {
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		state State
		want  string
	}{
		"well":   {State{Name: "dreaming", LastError: "earlier"}, ""},
		"once":   {State{Name: "dreaming", InARow: 1, Since: at, LastError: "namespace a: odd", NextTry: at.Add(time.Minute)}, "dreaming has failed once since 2026-03-01T09:00:00Z and is tried again at 2026-03-01T09:01:00Z: namespace a: odd"},
		"at it":  {State{Name: "dreaming", InARow: 2, Since: at, LastError: "odd"}, "dreaming has failed 2 times in a row since 2026-03-01T09:00:00Z and is being tried again: odd"},
		"abroad": {State{Name: "dreaming", InARow: 1, Since: at.In(time.FixedZone("", 3600)), LastError: "odd"}, "dreaming has failed once since 2026-03-01T09:00:00Z and is being tried again: odd"},
	} {
		if got := c.state.Trouble(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestStateAsJSON(t *testing.T) {
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	for want, s := range map[string]State{
		`{"name":"dreaming","running":false,"failures":0,"consecutive_failures":0}`: {Name: "dreaming"},
		`{"name":"dreaming","running":true,"last_start":"2026-03-01T09:00:00Z","last_end":"2026-03-01T09:00:01Z","last_success":"2026-03-01T09:00:02Z","failures":9,"consecutive_failures":2,` +
			`"failing_since":"2026-03-01T09:00:03Z","last_error":"odd","last_error_at":"2026-03-01T09:00:04Z","next_try":"2026-03-01T09:00:05Z"}`: {
			Name: "dreaming", Running: true, LastStart: at, LastEnd: at.Add(time.Second), LastSuccess: at.Add(2 * time.Second), Failures: 9, InARow: 2,
			Since: at.Add(3 * time.Second), LastError: "odd", LastErrorAt: at.Add(4 * time.Second), NextTry: at.Add(5 * time.Second)},
	} {
		b, err := json.Marshal(s)
		if err != nil || string(b) != want {
			t.Errorf("%s, %v; want %s", b, err, want)
		}
		var back State
		if err := json.Unmarshal(b, &back); err != nil || back != s {
			t.Errorf("read back %+v, %v", back, err)
		}
	}
}

// TestErrorsAreKeptInOneLine of bounded length, cut between two characters.
func TestErrorsAreKeptInOneLine(t *testing.T) {
	if got := words("namespace a", errors.Join(errors.New("one"), errors.New("two"))); got != "namespace a: one; two" {
		t.Errorf("%q", got)
	}
	if got := words(strings.Repeat("n", 1000), errDisk); !strings.HasSuffix(got, "n…: the disk is gone") || len(got) > maxNameBytes+30 {
		t.Errorf("of a long name: %q", got)
	}
	for n := range 8 {
		got := words("", errors.New(strings.Repeat("x", n)+strings.Repeat("é", maxErrorBytes)))
		if len(got) > maxErrorBytes+len("…") || !utf8.ValidString(got) || !strings.HasSuffix(got, "é…") {
			t.Errorf("%d bytes: %q", len(got), got)
		}
	}
}
