package onnx

import (
	"os"
	"reflect"
	"testing"

	"asterism/engine/backend/onnx/convert"
	"asterism/engine/batch"
	"asterism/models"
)

// TestMappedWeightsChangeNoBit: a compact model gives the same bits whether its weights are mapped or the runtime reads the whole file, as it does where the file cannot be taken
// apart; and what is taken apart is small, so that it was indeed the weights that stayed behind.
func TestMappedWeightsChangeNoBit(t *testing.T) {
	m := compact(t)
	rows := [][]int32{{2023, 2003, 1037, 6251, 2055, 1996, 5653}, {7}, {30521, 0, 1, 103, 2000, 2001}}
	for i := range m.Models {
		d := &m.Models[i]
		path := m.Path(d.File)
		st, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		graph, err := convert.WeightsOutside(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(graph) > 32<<10 || st.Size() < 100<<10 {
			t.Errorf("%v: the graph without weights has %d bytes of %d", d.Space, len(graph), st.Size())
		}
		in := batch.OfIDs(batch.Passage, batch.Frame(d.PassageFrame), rows)
		mapped, whole := openWith(t, Options{Manifest: m, Spaces: models.SetOf(d.Space)}), openWith(t, Options{Manifest: m, Spaces: models.SetOf(d.Space), whole: true})
		want, err := whole.Embed(t.Context(), d.Space, in)
		if err != nil {
			t.Fatal(err)
		}
		got, err := mapped.Embed(t.Context(), d.Space, in)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%v: other bits", d.Space)
		}
	}
}
