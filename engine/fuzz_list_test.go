package engine

import (
	"errors"
	"strings"
	"testing"

	"asterism/engine/store"
)

// FuzzParseCursor: a cursor is either one that a list wrote, and leads to the place that it names, or it is refused by name.
func FuzzParseCursor(f *testing.F) {
	f.Add(formatCursor(&store.Memory{Namespace: "garden", Time: day("2026-04-01")}))
	f.Add("eyJuIjoiZ2FyZGVuIn0")
	f.Add("e30")
	f.Add("//")
	f.Fuzz(func(t *testing.T, v string) {
		c, err := parseCursor(v)
		var e *Error
		switch {
		case err != nil:
			if !errors.As(err, &e) || e.Kind != KindInvalid || e.Hint == "" {
				t.Errorf("%q: %v", v, err)
			}
		case c == nil:
			if v != "" {
				t.Errorf("%q is read as no cursor", v)
			}
		default:
			again, err := parseCursor(formatCursor(&store.Memory{ID: c.ID, Namespace: c.Namespace, Time: c.Time}))
			if err != nil || again.ID != c.ID || !again.Time.Equal(c.Time) || again.Namespace != strings.ToValidUTF8(c.Namespace, "\ufffd") {
				t.Errorf("%q: %+v is written and read as %+v, %v", v, c, again, err)
			}
		}
	})
}
