package mcp

import (
	"encoding/json"
	"testing"
	"time"
)

// FuzzMoment: what is taken for a time can be written as RFC 3339 and is the same time again.
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

// FuzzIDFinder: of a message that is one JSON object with a short id, the id that is found is the object's own, however the bytes are cut.
func FuzzIDFinder(f *testing.F) {
	f.Add([]byte(`{"method":"x","params":{"id":5,"a":[{"id":1}]},"id":"a\"b"}`), 3)
	f.Add([]byte(`{"id":1e5,"id":7}`), 1)
	f.Add([]byte(`[{"id":1}]`), 2)
	f.Add([]byte(`{"id":null}`), 200)
	f.Fuzz(func(t *testing.T, message []byte, cut int) {
		var whole, parts idFinder
		whole.feed(message)
		cut = max(0, min(cut, len(message)))
		parts.feed(message[:cut])
		parts.feed(message[cut:])
		got := whole.id()
		if string(got) != string(parts.id()) {
			t.Errorf("%q: %q at once, %q in two parts", message, got, parts.id())
		}
		if got != nil && !json.Valid(got) {
			t.Errorf("%q: the id %q is not JSON", message, got)
		}
	})
}
