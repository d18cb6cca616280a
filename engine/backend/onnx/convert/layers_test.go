package convert

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asterism/engine/backend/onnx/graph"
	"asterism/models"
	"asterism/models/drawn/reference"
)

// norm is one node of a graph that normalises: where it takes its vectors from and gives them to.
type norm struct{ in, out string }

// norms lists them in the order of the file.
func norms(t *testing.T, path string) []norm {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	r := &baseReader{w: &wire{r: f, size: st.Size()}}
	var out []norm
	err = r.within(span{0, st.Size()}, 7, func(body span) error {
		return r.within(body, 1, func(node span) error {
			var inputs, outputs []string
			var kind string
			err := r.w.fields(node, func(f field) error {
				name, err := "", error(nil)
				if f.number <= 4 {
					name, err = r.w.text(f)
				}
				switch f.number {
				case 1:
					inputs = append(inputs, name)
				case 2:
					outputs = append(outputs, name)
				case 4:
					kind = name
				}
				return err
			})
			if strings.HasSuffix(kind, "LayerNormalization") {
				out = append(out, norm{inputs[0], outputs[0]})
			}
			return err
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// states names the tensors of a text graph that hold the tokens' vectors behind the embeddings and behind every layer.
// Where norms stand behind the layers these are what every second gives, else what every second takes.
func states(all []norm, layers int, behind bool) []string {
	var out []string
	for i := range layers + 1 {
		n := all[2*i]
		if behind {
			out = append(out, n.out)
		} else {
			out = append(out, n.in)
		}
	}
	return out
}

// TestLayers compares every layer of the text graph of every space with the float64 reference.
func TestLayers(t *testing.T) {
	for _, s := range models.OfOrigin(models.FromModel).Spaces() {
		t.Run(s.Code(), func(t *testing.T) {
			m := makeTiny(t, s, models.PrecisionF32, nil)
			path := filepath.Join(m.dir, GraphName)
			const layers = 2
			names := states(norms(t, path), layers, s != models.Code && s != models.Multimodal)
			rows := drawRows(m.model, 500, 4+m.model.PassageFrame.Len(), 2+m.model.PassageFrame.Len())
			got := openStates(t, path, []string{"input_ids", "attention_mask"}, names).runRows(t, rows)
			if s == models.Causal {
				rows = directions(t, m, rows)
			}
			checkLayers(t, got, layersOf(t, m.dir, func(ref *reference.Model) error {
				_, err := ref.Embed(context.Background(), reference.Rows(rows)...)
				return err
			}))
		})
	}
}

// openStates opens a copy of the graph that gives the named tensors.
func openStates(t *testing.T, path string, inputs, names []string) *session {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var more graph.Graph
	for _, name := range names {
		more.Output(name, graph.Float, graph.Dims{"tokens", "hidden"})
	}
	path = filepath.Join(filepath.Dir(path), "states.onnx")
	if err := os.WriteFile(path, slices.Concat(data, more.Fragment()), 0o644); err != nil {
		t.Fatal(err)
	}
	return openSession(t, path, inputs, names)
}

// directions are the rows that E5's graph makes of rows: all for causes, then all for effects.
func directions(t *testing.T, m made, rows [][]int32) [][]int32 {
	t.Helper()
	tok, at := loadTokenizer(t, m.dir), len(m.model.PassageFrame.Before)
	var out [][]int32
	for _, prefix := range []string{CausePrefix, EffectPrefix} {
		for _, r := range rows {
			out = append(out, slices.Insert(slices.Clone(r), at, tok.Encode(nil, prefix)...))
		}
	}
	return out
}

// TestImageLayers does the same for the tower of images, but for the last layer, whose vectors are not normalised all.
func TestImageLayers(t *testing.T) {
	m := makeTiny(t, models.Multimodal, models.PrecisionF32, nil)
	path, size := filepath.Join(m.dir, imageName), m.model.Image.Size
	pixels := make([]float32, 2*3*size*size)
	for i := range pixels {
		pixels[i] = float32(i*i%23)/11 - 1
	}
	names := states(norms(t, path)[1:], 1, false) // the first norm stands behind the embeddings
	got := openStates(t, path, []string{"pixel_values"}, names).run(t, tensorOf(t, pixels, 2, 3, size, size))
	want := layersOf(t, m.dir, func(ref *reference.Model) error {
		_, err := ref.EmbedImages(context.Background(), pixels[:len(pixels)/2], pixels[len(pixels)/2:])
		return err
	})
	checkLayers(t, got, want[:len(got)])
}

func checkLayers(t *testing.T, got [][]float32, want [][]float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d layers, want %d", len(got), len(want))
	}
	for i := range want {
		d := distance(got[i], want[i])
		t.Logf("layer %d: ‖out − ref‖/‖ref‖ is %.2g", i, d)
		if !(d <= 2e-6) {
			t.Errorf("layer %d: ‖out − ref‖/‖ref‖ is %.3g, want at most 2e-6", i, d)
		}
	}
}

// layersOf are the reference's vectors of all tokens of all rows behind the embeddings and every layer, one behind another.
func layersOf(t *testing.T, dir string, embed func(*reference.Model) error) [][]float64 {
	t.Helper()
	ref, err := reference.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ref.Close()
	var out [][]float64
	ref.Layer = func(_ int, hidden [][][]float64) { out = append(out, slices.Concat(slices.Concat(hidden...)...)) }
	if err := embed(ref); err != nil {
		t.Fatal(err)
	}
	return out
}
