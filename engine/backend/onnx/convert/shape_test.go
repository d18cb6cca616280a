package convert

import (
	"path/filepath"
	"strings"
	"testing"

	"asterism/models"
	"asterism/models/drawn"
)

// TestReadShape reads every model's repository and holds the sizes to those that it was written with.
func TestReadShape(t *testing.T) {
	for _, s := range models.OfOrigin(models.FromModel).Spaces() {
		spec, err := drawn.Describe(s, drawn.Tiny)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if err := spec.Write(dir, 1); err != nil {
			t.Fatal(err)
		}
		shape, err := ReadShape(dir)
		if err != nil {
			t.Fatalf("%v: %v", s, err)
		}
		hidden, set := 0, 0
		if shape.BERT != nil {
			hidden, set = shape.BERT.Hidden, set+1
		}
		if shape.Nomic != nil {
			hidden, set = shape.Nomic.Hidden, set+1
			if len(shape.Cause) == 0 || len(shape.Effect) == 0 {
				t.Errorf("%v: the words of a direction have %d and %d ids", s, len(shape.Cause), len(shape.Effect))
			}
		}
		if shape.Qwen2 != nil {
			hidden, set = shape.Qwen2.Hidden, set+1
		}
		if shape.CLIP != nil {
			hidden, set = shape.CLIP.Text.Hidden, set+1
		}
		if hidden != spec.Hidden || set != 1 || (shape.Late != nil) != (s == models.LateInteraction) || shape.Architecture != string(spec.Family) {
			t.Errorf("%v: %s of width %d with %d shapes, want %s of width %d with one", s, shape.Architecture, hidden, set, spec.Family, spec.Hidden)
		}
	}
}

func TestReadShapeRefuses(t *testing.T) {
	for key, c := range map[string]struct {
		value any
		says  string
	}{
		"architectures":           {[]string{"RobertaModel"}, "known are BertForMaskedLM, BertModel, CLIPModel"},
		"position_embedding_type": {"relative_key", "position_embedding_type"},
		"hidden_size":             {0, "hidden_size"},
		"quantization_config":     {map[string]any{"bits": 4}, "quantization_config"},
	} {
		dir := t.TempDir()
		if err := drawn.Write(dir, models.Graph, drawn.Tiny, 1); err != nil {
			t.Fatal(err)
		}
		changeJSON(t, filepath.Join(dir, "config.json"), func(m map[string]any) { m[key] = c.value })
		if _, err := ReadShape(dir); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error is %v, want one that says %q", key, err, c.says)
		}
	}
	if _, err := ReadShape(t.TempDir()); err == nil {
		t.Error("an empty folder has a shape")
	}
}
