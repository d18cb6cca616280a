package convert

import (
	"context"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"asterism/models"
	"asterism/models/drawn"
	"asterism/models/drawn/reference"

	ort "github.com/yalue/onnxruntime_go"
)

// exports are the graphs that models/drawn writes for texts, as the usual tools would, one a family: the file, the inputs, the
// output, and what of the reference it is. That of the sparse models is met by TestExportTerms.
var exports = []struct {
	space  models.Space
	beside bool // the weights
	file   string
	inputs []string
	output string
	want   func(reference.Result) [][]float64
}{
	{models.Graph, false, "model.onnx", bertInputs, "last_hidden_state", hidden},
	{models.Graph, true, "model.onnx", bertInputs, "last_hidden_state", hidden},
	{models.LateInteraction, false, "model.onnx", bertInputs, "last_hidden_state", hidden},
	{models.Causal, false, "model.onnx", bertInputs, "last_hidden_state", hidden},
	{models.Code, true, "model.onnx", []string{"input_ids", "attention_mask", "position_ids"}, "last_hidden_state", hidden},
	{models.Multimodal, false, "text_model.onnx", []string{"input_ids"}, "text_embeds", dense},
	{models.Multimodal, true, "text_model.onnx", []string{"input_ids"}, "text_embeds", dense},
}

var bertInputs = []string{"input_ids", "attention_mask", "token_type_ids"}

func hidden(r reference.Result) [][]float64 { return r.Hidden }
func dense(r reference.Result) [][]float64  { return [][]float64{r.Dense} }

// TestExportsAreTheReferences runs the exports alone, token by token where they pool nothing.
func TestExportsAreTheReferences(t *testing.T) {
	for _, e := range exports {
		t.Run(e.space.Code()+map[bool]string{true: " beside"}[e.beside], func(t *testing.T) {
			dir := writeTiny(t, e.space, func(spec *drawn.Spec) { spec.ONNX, spec.Beside = true, e.beside })
			path := filepath.Join(dir, "onnx", e.file)
			if data, err := filepath.Glob(path + "_data"); err != nil || (len(data) == 1) != e.beside {
				t.Fatalf("files beside the graph: %v (%v), want one: %v", data, err, e.beside)
			}
			session := openSession(t, path, e.inputs, []string{e.output})
			rows := [][]int32{{3, 499}, {7, 8, 9, 10, 11, 12, 13, 639, 2}, drawRows(&models.Model{}, 500, 40)[0]}
			got := cutRows(session.run(t, exportInputs(t, e.inputs, rows)...)[0], len(rows))
			worst := 0.0
			for i, r := range referenceRows(t, dir, rows) {
				want := e.want(r)
				states := cutRows(got[i], len(got[i])/len(want[0]))
				for k := range want {
					worst = max(worst, distance(sized(states[k], want[k]), want[k]))
				}
			}
			t.Logf("‖out − ref‖/‖ref‖ is at most %.2g", worst)
			if !(worst < 1e-5) {
				t.Errorf("‖out − ref‖/‖ref‖ is %.3g, want less than 1e-5", worst)
			}
		})
	}
}

// sized scales a vector to length 1 where the reference has that, since exports of two towers do not.
func sized(v []float32, want []float64) []float32 {
	var own, square float64
	for i, w := range want {
		own, square = own+float64(v[i])*float64(v[i]), square+w*w
	}
	if math.Abs(square-1) > 1e-12 {
		return v
	}
	out := make([]float32, len(v))
	for i := range v {
		out[i] = float32(float64(v[i]) / math.Sqrt(own))
	}
	return out
}

// exportInputs are rows padded to the longest, as tensors in the order of the names.
func exportInputs(t *testing.T, names []string, rows [][]int32) []ort.Value {
	t.Helper()
	length := 0
	for _, r := range rows {
		length = max(length, len(r))
	}
	values := map[string][]int64{}
	for _, name := range names {
		values[name] = make([]int64, len(rows)*length)
	}
	for i, r := range rows {
		for k, id := range r {
			at := i*length + k
			for name, v := range map[string]int64{"input_ids": int64(id), "attention_mask": 1, "position_ids": int64(k)} {
				if data, ok := values[name]; ok {
					data[at] = v
				}
			}
		}
	}
	var out []ort.Value
	for _, name := range names {
		out = append(out, tensorOf(t, values[name], len(rows), length))
	}
	return out
}

// TestExportOfImages runs the tower of images alone.
func TestExportOfImages(t *testing.T) {
	dir := writeTiny(t, models.Multimodal, func(spec *drawn.Spec) { spec.ONNX = true })
	images, want := drawImages(t, dir, 28)
	session := openSession(t, filepath.Join(dir, "onnx", "vision_model.onnx"), []string{"pixel_values"}, []string{"image_embeds"})
	worst := 0.0
	for i, v := range embedImages(t, session, 28, images...) {
		worst = max(worst, distance(sized(v, want[i]), want[i]))
	}
	t.Logf("‖out − ref‖/‖ref‖ is at most %.2g", worst)
	if !(worst < 1e-5) {
		t.Errorf("‖out − ref‖/‖ref‖ is %.3g, want less than 1e-5", worst)
	}
}

// drawImages are three images of so many pixels a side and what the reference says of them.
func drawImages(t *testing.T, dir string, size int) (images [][]float32, want [][]float64) {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 5))
	for range 3 {
		pixels := make([]float32, 3*size*size)
		for k := range pixels {
			pixels[k] = float32(r.NormFloat64())
		}
		images = append(images, pixels)
	}
	ref, err := reference.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ref.Close()
	results, err := ref.EmbedImages(context.Background(), images...)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range results {
		want = append(want, v.Dense)
	}
	if slices.Equal(want[0], want[1]) {
		t.Fatal("two images are one: this shows nothing")
	}
	return images, want
}
