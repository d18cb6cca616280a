package convert

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"asterism/engine/backend/onnx/graph"
	"asterism/engine/backend/onnx/safetensors"
	"asterism/models"
	"asterism/models/drawn"
	"asterism/models/drawn/reference"
)

// exported is a tiny repository with a graph and nothing else, and the same with the weights, for the reference.
func exported(t *testing.T, s models.Space, file string) (only, whole string) {
	t.Helper()
	whole = writeTiny(t, s, func(spec *drawn.Spec) { spec.ONNX = true })
	only = filepath.Join(t.TempDir(), s.Code())
	if err := os.CopyFS(only, os.DirFS(whole)); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(only, safetensors.SingleName)); err != nil {
		t.Fatal(err)
	}
	all, err := filepath.Glob(filepath.Join(only, "onnx", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range all { // to where that file is
		if err := os.Rename(path, filepath.Join(only, filepath.FromSlash(filepath.Dir(file)), filepath.Base(path))); err != nil {
			t.Fatal(err)
		}
	}
	return only, whole
}

// TestExportDense compares a repository's own graph, with our pooling behind it, with the reference.
func TestExportDense(t *testing.T) {
	for _, file := range onnxNames {
		t.Run(file, func(t *testing.T) {
			only, whole := exported(t, models.Graph, file)
			m := convertTiny(t, only, models.Graph, models.PrecisionF32)
			if len(m.model.Weights) != 1 || m.model.Weights[0].File != "E8/"+file {
				t.Errorf("weights lie in %+v, want the file of the repository", m.model.Weights)
			}
			if small, all := m.model.Bytes, m.model.Weights[0].Bytes; small > all/4 {
				t.Errorf("the graph has %d bytes of the %d of the file: its weights were copied", small, all)
			}
			rows := drawRows(m.model, 500, 3, 9, 64, 65, 100)
			checkRows(t, m, whole, rows)
			s := m.text(t)
			together, apartMost := s.embed(t, rows, 0), 0.0
			for i, r := range rows {
				apartMost = max(apartMost, apart(s.embed(t, [][]int32{r}, 0)[0], together[i]))
			}
			t.Logf("alone and in a batch are at most %.2g apart", apartMost)
			if !(apartMost < 1e-5) {
				t.Errorf("alone and in a batch are %.3g apart, want less than 1e-5", apartMost)
			}
		})
	}
}

// checkRows compares with the reference of another folder.
func checkRows(t *testing.T, m made, whole string, rows [][]int32) {
	t.Helper()
	got := m.text(t).embed(t, rows, 0)
	for i, r := range referenceRows(t, whole, rows) {
		if d := distance(got[i], r.Dense); !(d < 1e-5) {
			t.Errorf("row %d: ‖out − ref‖/‖ref‖ is %.3g, want less than 1e-5", i, d)
		}
	}
}

func referenceRows(t *testing.T, dir string, rows [][]int32) []reference.Result {
	t.Helper()
	ref, err := reference.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ref.Close()
	out, err := ref.Embed(context.Background(), reference.Rows(rows)...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestExportTerms compares the scores of a repository's own graph, with our pooling behind it, with the reference.
func TestExportTerms(t *testing.T) {
	only, whole := exported(t, models.Splade, "onnx/model.onnx")
	m := convertTiny(t, only, models.Splade, models.PrecisionF32)
	rows := drawRows(m.model, 500, 3, 9, 20)
	got, n := embedTerms(t, m.text(t), rows, models.Splade.Info().Width)
	for i, r := range referenceRows(t, whole, rows) {
		if d := distance(got[i], greatest(r.Terms, n)); !(d < 1e-5) {
			t.Errorf("row %d: ‖out − ref‖/‖ref‖ is %.3g, want less than 1e-5", i, d)
		}
	}
}

// lookup is a graph that adds up three tables: of ids, places and segments. Its values stand in model.onnx_data.
type lookup struct {
	graph.Graph
	ids, places, segments []float32
	width                 int
}

const (
	lookupIDs    = 640 // as the tiny tokenizer has
	lookupPlaces = 512
	lookupWidth  = 384
)

// newLookup draws the tables and writes them; the output has the given name, and is over width numbers.
func newLookup(t *testing.T, dir, output string, opset, width int) *lookup {
	t.Helper()
	l := &lookup{Graph: graph.Graph{Opset: opset}, width: width}
	r := rand.New(rand.NewPCG(4, 4))
	var data []byte
	table := func(name string, rows int) []float32 {
		at := graph.External{Location: "model.onnx_data", Offset: int64(len(data)), Length: int64(4 * rows * width)}
		values := make([]float32, rows*width)
		for i := range values {
			values[i] = float32(r.NormFloat64())
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(values[i]))
		}
		l.External(name, graph.Float, at, rows, width)
		return values
	}
	l.ids, l.places, l.segments = table("ids", lookupIDs), table("places", lookupPlaces), table("segments", 2)
	for _, name := range []string{"input_ids", "attention_mask", "token_type_ids", "position_ids"} {
		l.Input(name, graph.Int64, graph.Dims{"batch", "length"})
	}
	gather := func(table, at string) string { return l.Node("Gather", "at_"+at, []string{table, at}) }
	words := l.Node("Add", "placed", []string{gather("ids", "input_ids"), gather("places", "position_ids")})
	l.Node("Add", output, []string{words, gather("segments", "token_type_ids")})
	l.Output(output, graph.Float, graph.Dims{"batch", "length", width})
	if err := os.WriteFile(filepath.Join(dir, "onnx", "model.onnx_data"), data, 0o644); err != nil {
		t.Fatal(err)
	}
	return l
}

func writeONNX(t *testing.T, dir string, data []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "onnx", "model.onnx"), data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestExportOpsets puts our pooling behind graphs of every version of the operators, whose weights are in files next to them.
func TestExportOpsets(t *testing.T) {
	dir, _ := exported(t, models.Graph, "onnx/model.onnx")
	for opset := oldestOpset; opset <= newestOpset; opset++ {
		t.Run(fmt.Sprint(opset), func(t *testing.T) {
			l := newLookup(t, dir, "last_hidden_state", opset, lookupWidth)
			writeONNX(t, dir, l.Bytes())
			m := convertTiny(t, dir, models.Graph, models.PrecisionF32)
			if len(m.model.Weights) != 1 || m.model.Weights[0].File != "E8/onnx/model.onnx_data" {
				t.Errorf("weights lie in %+v, want the file beside the graph", m.model.Weights)
			}
			rows := [][]int32{{1, 2, 3}, {7, 3}}
			for i, v := range m.text(t).embed(t, rows, 2) {
				if d := distance(v, l.mean(rows[i], 0)); !(d < 1e-6) {
					t.Errorf("row %d is %.3g from what the tables say", i, d)
				}
			}
		})
	}
}

// mean is the direction of what the tables say of a row from place first on, all of the first segment.
func (l *lookup) mean(row []int32, first int) []float64 {
	out, square := make([]float64, l.width), 0.0
	for i := range out {
		for place, id := range row[first:] {
			out[i] += float64(l.ids[int(id)*l.width+i]) + float64(l.places[(first+place)*l.width+i]) + float64(l.segments[i])
		}
		square += out[i] * out[i]
	}
	for i := range out {
		out[i] /= math.Sqrt(square)
	}
	return out
}

// TestExportTermsOpsets does the same for terms, whose pooling changes its form with version 18.
func TestExportTermsOpsets(t *testing.T) {
	dir, _ := exported(t, models.Splade, "onnx/model.onnx")
	for _, opset := range []int{oldestOpset, 17, 18, newestOpset} {
		t.Run(fmt.Sprint(opset), func(t *testing.T) {
			width := models.Splade.Info().Width
			g := &graph.Graph{Opset: opset}
			table := make([]float32, 3*width)
			table[5], table[6], table[width+6], table[2*width+7] = 1, -1, 3, 9
			g.Input("input_ids", graph.Int64, graph.Dims{"batch", "length"})
			g.Input("attention_mask", graph.Int64, graph.Dims{"batch", "length"})
			g.Output(g.Node("Gather", "logits", []string{g.Floats("table", table, 3, width), "input_ids"}), graph.Float, graph.Dims{"batch", "length", width})
			writeONNX(t, dir, g.Bytes())
			got, _ := embedTerms(t, convertTiny(t, dir, models.Splade, models.PrecisionF32).text(t), [][]int32{{0, 1}, {2}}, width)
			for i, want := range []map[int]float64{{5: math.Log(2), 6: math.Log(4)}, {7: math.Log(10)}} {
				for k, v := range got[i] {
					if math.Abs(float64(v)-want[k]) > 1e-6 {
						t.Errorf("row %d: term %d has the weight %v, want %v", i, k, v, want[k])
					}
				}
			}
		})
	}
}

// TestExportPooled takes a pooled vector where the graph gives nothing else.
func TestExportPooled(t *testing.T) {
	dir, _ := exported(t, models.Graph, "onnx/model.onnx")
	g := &graph.Graph{Opset: 17}
	g.Input("input_ids", graph.Int64, graph.Dims{"batch", "length"})
	g.Input("attention_mask", graph.Int64, graph.Dims{"batch", "length"})
	ids := g.Node("Cast", "ids", []string{"input_ids"}, graph.Attr{Name: "to", Value: int64(graph.Float)})
	first := g.Node("Slice", "first", []string{ids, g.Ints("from", []int64{0}, 1), g.Ints("to", []int64{1}, 1), g.Ints("axis", []int64{1}, 1)})
	g.Output(g.Node("Expand", "sentence_embedding", []string{first, g.Ints("shape", []int64{1, lookupWidth}, 2)}), graph.Float, graph.Dims{"batch", lookupWidth})
	writeONNX(t, dir, g.Bytes())
	for i, v := range convertTiny(t, dir, models.Graph, models.PrecisionF32).text(t).embed(t, [][]int32{{3}, {9}}, 0) {
		for _, x := range v {
			if math.Abs(float64(x)-1/math.Sqrt(lookupWidth)) > 1e-7 {
				t.Fatalf("row %d has %v, want numbers that make a unit vector", i, x)
			}
		}
	}
}

// TestExportRefuses names a word of the error for every graph that is none of the known ones.
func TestExportRefuses(t *testing.T) {
	dir, _ := exported(t, models.Graph, "onnx/model.onnx")
	dims := graph.Dims{"batch", "length"}
	hidden := graph.Dims{"batch", "length", lookupWidth}
	build := func(opset int, output string, kind graph.Type, out graph.Dims, inputs ...string) []byte {
		g := &graph.Graph{Opset: opset}
		for _, name := range inputs {
			g.Input(name, graph.Int64, dims)
		}
		g.Output(output, kind, out)
		return g.Bytes()
	}
	inputs := []string{"input_ids", "attention_mask"}
	good := build(17, "last_hidden_state", graph.Float, hidden, inputs...)
	int32s := &graph.Graph{}
	int32s.Input("input_ids", graph.Int32, dims)
	int32s.Input("attention_mask", graph.Int64, dims)
	int32s.Output("last_hidden_state", graph.Float, hidden)
	outside := &graph.Graph{}
	outside.External("w", graph.Float, graph.External{Location: "../../../etc/passwd", Length: 4}, 1)
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"empty":           {nil, "no ONNX model"},
		"a picture":       {[]byte("\x89PNG\r\n\x1a\n0000"), "no ONNX model"},
		"cut short":       {good[:len(good)-9], "no ONNX model"},
		"two graphs":      {slices.Concat(good, good), "no ONNX model"},
		"old format":      {append(slices.Clone(good), 8, 3), "format is of version 3"}, // the last of a field counts
		"old operators":   {build(10, "last_hidden_state", graph.Float, hidden, inputs...), "version 10"},
		"new operators":   {build(99, "last_hidden_state", graph.Float, hidden, inputs...), "version 99"},
		"no mask":         {build(17, "last_hidden_state", graph.Float, hidden, "input_ids"), "attention_mask is missing"},
		"cache of keys":   {build(17, "last_hidden_state", graph.Float, hidden, append(inputs, "past_key_values.0")...), "past_key_values.0"},
		"ids of 32 bits":  {int32s.Bytes(), "want int64"},
		"other output":    {build(17, "pooler_output", graph.Float, graph.Dims{"batch", lookupWidth}, inputs...), "pooler_output"},
		"whole numbers":   {build(17, "last_hidden_state", graph.Int8, hidden, inputs...), "float32"},
		"half precision":  {build(17, "last_hidden_state", graph.Float16, hidden, inputs...), "float32"},
		"other width":     {build(17, "last_hidden_state", graph.Float, graph.Dims{"batch", "length", 768}, inputs...), "768"},
		"flat":            {build(17, "last_hidden_state", graph.Float, graph.Dims{"batch", lookupWidth}, inputs...), "dimensions"},
		"weights outside": {outside.Bytes(), "not beside"},
	} {
		t.Run(name, func(t *testing.T) {
			writeONNX(t, dir, c.data)
			if _, err := Convert(context.Background(), Options{Space: models.Graph, Dir: dir, Root: dir}); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error is %v, want one with %q", err, c.want)
			}
			if _, err := os.Stat(filepath.Join(dir, GraphName)); err == nil {
				t.Error("a graph was written all the same")
			}
		})
	}
	writeONNX(t, dir, good)
	for name, c := range map[string]struct {
		o    Options
		want string
	}{
		"int8":         {Options{Space: models.Graph, Dir: dir, Root: dir, Precision: models.PrecisionInt8}, "choose f32"},
		"other space":  {Options{Space: models.Semantic, Dir: dir, Root: dir}, "1024"},
		"sparse space": {Options{Space: models.Splade, Dir: dir, Root: dir}, "does not give"},
	} {
		if _, err := Convert(context.Background(), c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error is %v, want one with %q", name, err, c.want)
		}
	}
	other := func(c map[string]any) { c["architectures"] = []string{"HF_ColBERT"} }
	checkRefused(t, dir, "config.json", models.Graph, other, "onnx/model.onnx only")
	if err := os.Remove(filepath.Join(dir, "onnx", "model.onnx")); err != nil {
		t.Fatal(err)
	}
	checkRefused(t, dir, "config.json", models.Graph, func(map[string]any) {}, "none of onnx/model.onnx, model.onnx")
}

// TestBaseIsSmall: a graph that cannot be separated from its weights is not copied; the file is all zeros and takes no space on the disk.
func TestBaseIsSmall(t *testing.T) {
	dir := t.TempDir()
	f, err := os.Create(filepath.Join(dir, "model.onnx"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	head := binary.AppendUvarint(protowire.AppendTag(nil, 2, protowire.BytesType), mostCopied+1) // producer_name
	if _, err := f.Write(head); err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(int64(len(head)) + mostCopied + 1); err != nil {
		t.Fatal(err)
	}
	if _, err := readBase(dir, "model.onnx", nil, nil); err == nil || !strings.Contains(err.Error(), "at most 268435456") {
		t.Errorf("error is %v, want one that names the limit", err)
	}
}

// FuzzBase: what is taken for a graph can be taken again from what was written of it, with the same inputs and outputs,
// and its large weights lie within the file.
func FuzzBase(f *testing.F) {
	g := &graph.Graph{}
	g.Input("input_ids", graph.Int64, graph.Dims{"batch", 7})
	g.Floats("w", make([]float32, inlined), inlined)
	g.External("x", graph.Float, graph.External{Location: "data", Length: 8}, 2)
	g.Output(g.Node("Abs", "y", []string{"w"}), graph.Float16, graph.Dims{"n"})
	f.Add(g.Bytes())
	f.Add(slices.Concat(g.Fragment(), []byte{8, 9}))
	f.Fuzz(func(t *testing.T, data []byte) {
		checkRenamed(t, data)
		first, err := parseBase(&wire{r: bytes.NewReader(data), size: int64(len(data))}, "onnx/model.onnx", nil, nil)
		if err != nil {
			return
		}
		again, err := parseBase(&wire{r: bytes.NewReader(first.bytes), size: int64(len(first.bytes))}, "model.onnx", nil, nil)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		if fmt.Sprint(first.inputs, first.outputs, first.opset) != fmt.Sprint(again.inputs, again.outputs, again.opset) {
			t.Fatalf("read %v %v %d, then %v %v %d", first.inputs, first.outputs, first.opset, again.inputs, again.outputs, again.opset)
		}
		for _, file := range first.used {
			if !filepath.IsLocal(file) {
				t.Fatalf("weights lie in %q", file)
			}
		}
	})
}

// checkRenamed: what was renamed once has nothing left to rename.
func checkRenamed(t *testing.T, data []byte) {
	t.Helper()
	renamed := []string{"input_ids"}
	first, err := parseBase(&wire{r: bytes.NewReader(data), size: int64(len(data))}, "model.onnx", nil, renamed)
	if err != nil {
		return
	}
	again, err := parseBase(&wire{r: bytes.NewReader(first.bytes), size: int64(len(first.bytes))}, "model.onnx", nil, renamed)
	if err != nil || !bytes.Equal(first.bytes, again.bytes) {
		t.Fatalf("renamed twice (%v):\n%q\n%q", err, first.bytes, again.bytes)
	}
}
