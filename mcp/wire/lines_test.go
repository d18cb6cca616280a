package wire

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// FuzzIDFinder: for a JSON object with a short id, the found id is the object's own, however the bytes are split.
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

func FuzzLineReader(f *testing.F) {
	f.Add("a\nb\n\nlast", 3)
	f.Add(`{"x":"yyyyyyyyyyyy","id":7}`+"\nnext\n", 5)
	f.Fuzz(func(t *testing.T, input string, limit int) {
		limit = 1 + limit&63
		r := newLineReader(strings.NewReader(input), limit)
		var got int
		for {
			line, err := r.next()
			if err != nil && !errors.Is(err, errTooLong) {
				break
			}
			got++
			if err == nil && (len(line) > limit || strings.Contains(string(line), "\n")) {
				t.Fatalf("line of %d bytes over %d, or two in one: %q", len(line), limit, line)
			}
			if err != nil && line != nil && !json.Valid(line) {
				t.Fatalf("id %q is not JSON", line)
			}
		}
		want := strings.Count(input, "\n")
		if !strings.HasSuffix(input, "\n") && input != "" {
			want++
		}
		if got != want {
			t.Fatalf("%d lines read of %d: %q", got, want, input)
		}
	})
}
