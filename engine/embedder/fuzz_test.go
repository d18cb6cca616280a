package embedder

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"asterism/models"
)

// FuzzCheckBook: for any content of the file of GPU checks, a check can be found, saved and read back.
func FuzzCheckBook(f *testing.F) {
	f.Add([]byte(`{"version":1,"GPUs":{"k":{"E1":{"model":"","at":"2026-04-01T00:00:00Z"}}}}`))
	f.Add([]byte(`{"version":1,"GPUs":{"k":null}}`))
	f.Add([]byte(`{"version":1}`))
	f.Add([]byte(`[`))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, b []byte) {
		book := &checkBook{path: filepath.Join(dir, "checks.json"), key: "k"}
		if err := os.WriteFile(book.path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		book.find(models.Semantic)
		want := GPUCheck{Space: models.Semantic, Why: "as good", At: time.Date(2026, 4, 1, 1, 0, 0, 0, time.UTC)}
		if err := book.save(want); err != nil {
			t.Fatal(err)
		}
		if got, ok := book.find(models.Semantic); !ok || got.Why != want.Why || !got.At.Equal(want.At) {
			t.Errorf("after %q: %+v, %v", b, got, ok)
		}
	})
}
