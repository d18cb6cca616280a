package embedder

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"asterism/models"
)

// TestAModelThatWasReplaced: a model is opened later only if its files are the verified ones.
func TestAModelThatWasReplaced(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "model.onnx")
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	m := &models.Manifest{Dir: dir, Models: []models.Model{{Space: models.Code, File: models.File{File: "model.onnx"}}}}
	later := time.Now().Add(time.Hour)
	for name, change := range map[string]func() error{
		"replaced by an equal one": func() error { write(path+".new", "weights"); return os.Rename(path+".new", path) },
		"written over":             func() error { write(path, "others"); return nil },
		"touched":                  func() error { return os.Chtimes(path, later, later) },
		"removed":                  func() error { return os.Remove(path) },
	} {
		write(path, "weights")
		s := lookAt(m)
		if err := s.same(m, &m.Models[0]); err != nil {
			t.Errorf("%s, before it: %v", name, err)
		}
		if err := change(); err != nil {
			t.Fatal(err)
		}
		if err := s.same(m, &m.Models[0]); err == nil || !strings.Contains(err.Error(), "model.onnx") {
			t.Errorf("%s: %v, want an error that names the file", name, err)
		}
	}
	if err := (seen{}).same(m, &m.Models[0]); err == nil {
		t.Error("a file that was never seen is taken")
	}
}
