package onnx

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"asterism/engine/batch"
	"asterism/models"
)

// TestAFileThatIsWrittenOver: values of a model whose file somebody writes over in place are an error that names the file and the way out, and stay one. A file that is replaced
// by another changes nothing.
func TestAFileThatIsWrittenOver(t *testing.T) {
	code := models.Code.Info()
	m := writeProfile(t, map[models.Space][]byte{models.Code: tinyGraph(code, code.Width)})
	path := filepath.Join(m.Dir, "E7.onnx")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	embed := func(b *Backend) error {
		_, err := b.Embed(context.Background(), models.Code, batch.OfIDs(batch.Passage, batch.Frame{}, [][]int32{{3, 4}}))
		return err
	}

	b := open(t, m)
	if err := os.WriteFile(path+".new", data, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
	if err := embed(b); err != nil {
		t.Errorf("after the file was replaced: %v", err)
	}

	b = open(t, m)
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	later := time.Now().Add(time.Second) // as any write in place leaves it, whatever steps the file system keeps times in
	if _, err := f.WriteAt(data[:64], 0); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, later, later); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		wantError(t, embed(b), "E7 code", "E7.onnx", "written over", "start the program again", "mv")
	}
}
