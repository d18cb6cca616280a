package moving

import (
	"bytes"
	"testing"
)

// FuzzParsePlan: what is decoded is encoded to the same bytes.
func FuzzParsePlan(f *testing.F) {
	for _, p := range []plan{{From: "a", Into: "b"}, {From: "é \"x\"", Into: "*"}} {
		e := p.entry()
		f.Add(e.Key, e.Value)
	}
	f.Add([]byte(prefix), []byte(`{"v":1,"into":"x"}`))
	f.Add([]byte("moved"), []byte(`{}`))
	f.Fuzz(func(t *testing.T, key, value []byte) {
		p, err := parsePlan(key, value)
		if err != nil {
			return
		}
		e := p.entry()
		again, err := parsePlan(e.Key, e.Value)
		if err != nil || again != p || !bytes.Equal(e.Key, key) {
			t.Errorf("%q %q is read as %+v, and again as %+v, %v", key, value, p, again, err)
		}
	})
}
