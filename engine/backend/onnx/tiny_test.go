package onnx

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"asterism/engine/backend/onnx/graph"
	"asterism/models"
)

const (
	tinyVocabulary = 300
	tinyPerToken   = 12
	tinyWindow     = 200
)

// writeProfile writes a profile of the given graphs and returns its manifest; change, when given, completes each entry.
func writeProfile(t testing.TB, graphs map[models.Space][]byte, change ...func(models.Space, map[string]any)) *models.Manifest {
	t.Helper()
	dir := t.TempDir()
	write := func(name string, data []byte) map[string]any {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(data)
		return map[string]any{"file": name, "sha256": hex.EncodeToString(sum[:]), "bytes": len(data)}
	}
	var list []any
	for s, data := range graphs {
		entry := write(s.Code()+".onnx", data)
		entry["space"], entry["tokenizer"] = s.Code(), "words"
		entry["window"], entry["overlap"], entry["outputs"] = tinyWindow, 8, models.OutputNames(s.Info().Kind)
		for _, c := range change {
			c(s, entry)
		}
		list = append(list, entry)
	}
	text, err := json.Marshal(map[string]any{
		"profile": "tiny", "version": models.ManifestVersion, "models": list,
		"tokenizers": map[string]any{"words": write("tokenizer.json", []byte("{}"))},
	})
	if err != nil {
		t.Fatal(err)
	}
	write(models.ManifestName, text)
	m, err := models.LoadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// tinyGraphs is a small random graph for every space that a model serves.
func tinyGraphs() map[models.Space][]byte {
	out := make(map[models.Space][]byte)
	for _, s := range models.OfOrigin(models.FromModel).Spaces() {
		out[s] = tinyGraph(s.Info(), s.Info().Width)
	}
	return out
}

// tinyGraph mixes an embedding table with a matrix product over the pooled row, so that batching really changes
// what the matrix kernels do.
func tinyGraph(info models.Info, width int) []byte {
	b := &builder{r: rand.New(rand.NewPCG(uint64(info.Space), 7))}
	b.Input("input_ids", graph.Int64, graph.Dims{"batch", "length"})
	b.Input("attention_mask", graph.Int64, graph.Dims{"batch", "length"})
	b.Ints("axis1", []int64{1}, 1)
	b.Ints("axis2", []int64{2}, 1)
	b.Node("Unsqueeze", "mask3", []string{b.Node("Cast", "maskf", []string{"attention_mask"}, graph.Attr{Name: "to", Value: int64(graph.Float)}), "axis2"})
	switch info.Kind {
	case models.Terms:
		b.terms(info)
	case models.Tokens:
		x := b.Node("MatMul", "projected", []string{b.embedded(64), b.random("w", 64, width)})
		b.Output(b.unit(x, "token_embeddings", 2), graph.Float, graph.Dims{"batch", "length", width})
	default:
		for _, name := range models.OutputNames(info.Kind) {
			x := b.Node("MatMul", name+"_raw", []string{b.pooled(64), b.random(name+"_w", 64, width)})
			b.Output(b.unit(x, name, 1), graph.Float, graph.Dims{"batch", width})
		}
	}
	return b.Bytes()
}

func newRand() *rand.Rand { return rand.New(rand.NewPCG(1, 7)) }

type builder struct {
	graph.Graph
	r    *rand.Rand
	made map[string]bool
}

func (b *builder) once(name string) bool {
	if b.made == nil {
		b.made = make(map[string]bool)
	}
	first := !b.made[name]
	b.made[name] = true
	return first
}

func (b *builder) random(name string, dims ...int) string {
	n := 1
	for _, d := range dims {
		n *= d
	}
	data := make([]float32, n)
	for i := range data {
		data[i] = float32(b.r.NormFloat64())
	}
	return b.Floats(name, data, dims...)
}

func (b *builder) embedded(width int) string {
	if b.once("embedded") {
		b.Node("Gather", "embedded", []string{b.random("table", tinyVocabulary, width), "input_ids"})
	}
	return "embedded"
}

func (b *builder) pooled(width int) string {
	if b.once("pooled") {
		b.Node("Mul", "masked", []string{b.embedded(width), "mask3"})
		b.Node("ReduceSum", "pooled", []string{"masked", "axis1"}, graph.Attr{Name: "keepdims", Value: int64(0)})
	}
	return "pooled"
}

func (b *builder) unit(x, name string, axis int64) string {
	b.Node("ReduceL2", name+"_norm", []string{x}, graph.Attr{Name: "axes", Value: []int64{axis}})
	return b.Node("Div", name, []string{x, name + "_norm"})
}

func (b *builder) terms(info models.Info) {
	ids := make([]int64, tinyVocabulary*tinyPerToken)
	for i := range ids {
		ids[i] = b.r.Int64N(int64(info.Width))
	}
	b.Ints("flat", []int64{0, -1}, 2)
	b.Node("Gather", "ids3", []string{b.Ints("id_table", ids, tinyVocabulary, tinyPerToken), "input_ids"})
	b.Node("Gather", "raw3", []string{b.random("weight_table", tinyVocabulary, tinyPerToken), "input_ids"})
	b.Node("Mul", "weights3", []string{"raw3", "mask3"})
	b.Output(b.Node("Reshape", "term_ids", []string{"ids3", "flat"}), graph.Int64, graph.Dims{"batch", "pairs"})
	b.Output(b.Node("Reshape", "term_weights", []string{"weights3", "flat"}), graph.Float, graph.Dims{"batch", "pairs"})
}
