package engine

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/models"
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

// FuzzCheckBook: whatever lies in the file of what cards are good for, a check can be looked up, written down and read back.
func FuzzCheckBook(f *testing.F) {
	f.Add([]byte(`{"version":1,"cards":{"k":{"E1":{"model":"","at":"2026-04-01T00:00:00Z"}}}}`))
	f.Add([]byte(`{"version":1,"cards":{"k":null}}`))
	f.Add([]byte(`{"version":1}`))
	f.Add([]byte(`[`))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, b []byte) {
		book := &checkBook{path: filepath.Join(dir, "checks.json"), key: "k"}
		if err := os.WriteFile(book.path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		book.find(models.Semantic)
		want := CardCheck{Space: models.Semantic, Why: "as good", At: day("2026-04-01").Add(time.Hour)}
		if err := book.keep(want); err != nil {
			t.Fatal(err)
		}
		if got, ok := book.find(models.Semantic); !ok || got.Why != want.Why || !got.At.Equal(want.At) {
			t.Errorf("after %q: %+v, %v", b, got, ok)
		}
	})
}
