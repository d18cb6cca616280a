package convert

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"asterism/models"
)

// TestSameBytes: converting twice gives the same files and the same entry, and leaves nothing else behind.
func TestSameBytes(t *testing.T) {
	for _, c := range []struct {
		space     models.Space
		precision string
	}{{models.Graph, models.PrecisionF32}, {models.Causal, models.PrecisionInt8}, {models.LateInteraction, models.PrecisionInt8}} {
		dir := writeTiny(t, c.space, nil)
		o := Options{Space: c.space, Dir: dir, Root: filepath.Dir(dir), Precision: c.precision, Repo: "some/model", Revision: "12ab"}
		first, err := Convert(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		graph, err := os.ReadFile(filepath.Join(dir, GraphName))
		if err != nil {
			t.Fatal(err)
		}
		second, err := Convert(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		again, err := os.ReadFile(filepath.Join(dir, GraphName))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(graph, again) || !reflect.DeepEqual(first, second) {
			t.Errorf("%v %s: two conversions differ", c.space, c.precision)
		}
		if left, err := filepath.Glob(filepath.Join(dir, "*.part*")); err != nil || len(left) > 0 {
			t.Errorf("%v is left behind", left)
		}
		if first.Source.Repo != "some/model" || first.Source.Revision != "12ab" || first.Precision != c.precision {
			t.Errorf("source is %+v, precision %s", first.Source, first.Precision)
		}
		for _, f := range first.Files() {
			checkFile(t, filepath.Dir(dir), f)
		}
	}
}

// checkFile compares a file with what the manifest says of it.
func checkFile(t *testing.T, root string, f models.File) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(f.File)))
	if err != nil {
		t.Error(err)
		return
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != f.SHA256 || int64(len(data)) != f.Bytes {
		t.Errorf("%s has another hash or size than the manifest says", f.File)
	}
}

// TestWeightsStayWhereTheyAre: in float32 the graph is small and nothing is copied; another precision has a file of its
// own, which goes when the graph no longer needs it.
func TestWeightsStayWhereTheyAre(t *testing.T) {
	dir := writeTiny(t, models.Graph, nil)
	root, side := filepath.Dir(dir), filepath.Join(dir, sideName)
	for _, c := range []struct {
		precision string
		files     []string
	}{
		{models.PrecisionInt8, []string{"E8/graph.weights", "E8/model.safetensors"}},
		{models.PrecisionF32, []string{"E8/model.safetensors"}},
	} {
		m, err := Convert(context.Background(), Options{Space: models.Graph, Dir: dir, Root: root, Precision: c.precision})
		if err != nil {
			t.Fatal(err)
		}
		var files []string
		for _, f := range m.Weights {
			files = append(files, f.File)
		}
		if !reflect.DeepEqual(files, c.files) || m.Bytes > 40_000 {
			t.Errorf("%s: weights lie in %v, want %v; the graph has %d bytes", c.precision, files, c.files, m.Bytes)
		}
		if _, err := os.Stat(side); (err == nil) != (c.precision == models.PrecisionInt8) {
			t.Errorf("%s: %v", c.precision, err)
		}
	}
}

func TestWriteManifest(t *testing.T) {
	m := makeTiny(t, models.Graph, models.PrecisionF32, nil)
	root := filepath.Dir(m.dir)
	key, file, err := Tokenizer(root, m.dir)
	if err != nil {
		t.Fatal(err)
	}
	if key != m.model.Tokenizer || file.File != "E8/tokenizer.json" {
		t.Errorf("tokenizer is %s, %v; the model names %s", key, file, m.model.Tokenizer)
	}
	if err := WriteManifest(root, "full", map[string]models.File{key: file}, []models.Model{*m.model}); err != nil {
		t.Fatal(err)
	}
	read, err := models.LoadManifest(root)
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := read.Model(models.Graph); !ok || !reflect.DeepEqual(got, m.model) {
		t.Errorf("read back:\n%+v, want\n%+v", got, m.model)
	}
	if err := read.Verify(context.Background(), nil); err != nil {
		t.Error(err)
	}
	if err := WriteManifest(root, "full", nil, []models.Model{*m.model}); err == nil {
		t.Error("a manifest without the model's tokenizer was written")
	}
	if again, err := models.LoadManifest(root); err != nil || !reflect.DeepEqual(read, again) {
		t.Errorf("a refused manifest took the place of the one before: %v", err)
	}
}

func TestConvertStops(t *testing.T) {
	dir := writeTiny(t, models.Graph, nil)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Convert(ctx, Options{Space: models.Graph, Dir: dir, Root: filepath.Dir(dir), Precision: models.PrecisionInt8})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want that of the context", err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "graph*")); err != nil || len(left) > 0 {
		t.Errorf("%v is left behind", left)
	}
}
