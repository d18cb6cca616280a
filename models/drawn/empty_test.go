package drawn_test

import (
	"testing"

	"asterism/engine/backend/onnx/safetensors"
	"asterism/models"
	"asterism/models/drawn"
)

// TestWriteEmpty: every model of the full profile has all its tensors, in a file that is whole.
func TestWriteEmpty(t *testing.T) {
	for _, s := range models.OfOrigin(models.FromModel).Spaces() {
		spec, err := drawn.Describe(s, drawn.Full)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if err := spec.WriteEmpty(dir); err != nil {
			t.Fatal(err)
		}
		set, err := safetensors.Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		want, err := spec.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		got := int64(0)
		for _, name := range set.Names() {
			tensor, _ := set.Tensor(name)
			got += tensor.Bytes
		}
		if got != want || got < 40<<20 {
			t.Errorf("%v: tensors of %d bytes, want %d", s, got, want)
		}
	}
}
