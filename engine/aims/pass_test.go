package aims

import (
	"strings"
	"testing"
	"time"

	"asterism/engine/store"

	"github.com/google/uuid"
)

func TestPassesComeBack(t *testing.T) {
	for _, p := range []alignPass{{namespace: "a"}, {namespace: "", done: 3, total: 1 << 40},
		{namespace: "läden", done: 5, total: 9, from: &store.Cursor{Namespace: "läden", Time: time.Unix(-5, 7).UTC(), ID: uuid.UUID{1, 2}}}} {
		entry := p.entry()
		got, err := parsePass(entry.Key, entry.Value)
		if err != nil || got.namespace != p.namespace || got.done != p.done || got.total != p.total || (got.from == nil) != (p.from == nil) || p.from != nil && *got.from != *p.from {
			t.Errorf("%+v came back as %+v, %v", p, got, err)
		}
		for n := range entry.Value {
			if _, err := parsePass(entry.Key, entry.Value[:n]); err == nil {
				t.Errorf("%d of %d bytes were read", n, len(entry.Value))
			}
		}
	}
	if _, err := parsePass([]byte("align\x00a"), []byte{9, 0, 0, 0}); err == nil {
		t.Error("a newer version was read")
	}
	if _, err := parsePass([]byte("other"), (&alignPass{}).entry().Value); err == nil {
		t.Error("another key was read")
	}
}

func FuzzParsePass(f *testing.F) {
	f.Add([]byte("align\x00a"), (&alignPass{done: 300, total: 1000, from: &store.Cursor{ID: uuid.UUID{7}}}).entry().Value)
	f.Fuzz(func(t *testing.T, key, value []byte) {
		p, err := parsePass(key, value)
		if err != nil {
			return
		}
		entry := p.entry()
		again, err := parsePass(entry.Key, entry.Value)
		if err != nil || again.done != p.done || again.total != p.total || again.namespace != p.namespace || p.from != nil && *again.from != *p.from {
			t.Errorf("%x was read as %+v, then as %+v, %v", value, p, again, err)
		}
	})
}

// TestAPassThatWaitsIsPassedOver.
func TestAPassThatWaitsIsPassedOver(t *testing.T) {
	s := Service{passes: map[string]*alignPass{"a": {namespace: "a"}, "b": {namespace: "b"}}}
	for waiting, want := range map[string]*alignPass{"": s.passes["a"], "a": s.passes["b"], "b": s.passes["a"], "a b": nil} {
		if p, _ := s.next(func(name string) bool { return strings.Contains(waiting, name) }); p != want {
			t.Errorf("while %q waits: pass %+v, want %+v", waiting, p, want)
		}
	}
}
