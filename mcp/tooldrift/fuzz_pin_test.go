package tooldrift

import (
	"os"
	"testing"
	"time"
)

// FuzzPin: a pin's file is read completely or refused, and after writing and reading the list is the same.
func FuzzPin(f *testing.F) {
	f.Add([]byte(`{"format":1,"name":"x","server":{"command":["a"]},"pinned":"2026-04-01T00:00:00Z","accepted":"2026-04-01T00:00:00Z","list":[{"name":"t","inputSchema":{}}],"retired":[]}`))
	f.Add([]byte(`{"format":1,"name":"x","list":null}`))
	f.Add([]byte(`{"format":2,"name":"x"}`))
	f.Add([]byte(`[`))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, b []byte) {
		p := Pins{Dir: dir, Now: func() time.Time { return time.Unix(1e9, 0).UTC() }}
		if err := os.WriteFile(p.path("x"), b, 0o600); err != nil {
			t.Fatal(err)
		}
		pin, err := p.Read("x")
		if err != nil || pin.List.Incomplete != "" {
			return
		}
		if err := p.Accept(pin, pin.List); err != nil {
			return // a time that JSON cannot represent
		}
		again, err := p.Read("x")
		if err != nil || len(again.List.Tools) != len(pin.List.Tools) {
			t.Fatalf("%q: written and not read again: %v", b, err)
		}
		if r := again.Compare(pin.List); r.Kind != Identity {
			t.Errorf("%q: the same list is %s", b, r.Kind)
		}
	})
}
