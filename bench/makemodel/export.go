package makemodel

import (
	"fmt"
	"math"
	"os"
	"path/filepath"

	"asterism/engine/backend/onnx/graph"
)

// exportMost bounds the weights of an export: an ONNX file with its weights inside ends at 2 GiB.
const exportMost = 1 << 29 // values

// WriteONNX writes an encoder of BERT's kind as the usual tools export one: inputs input_ids, attention_mask and
// token_type_ids int64 [batch, sequence], output last_hidden_state float32 [batch, sequence, Hidden]; a masked language
// model has the output logits [batch, sequence, Vocabulary] instead. Nothing is pooled. The weights are those of
// [Spec.Write] with the same seed, in float32.
func (s *Spec) WriteONNX(path string, seed uint64) error {
	if !s.exported() {
		return fmt.Errorf("export model: only encoders of BERT's kind are exported, not %s", s.Family)
	}
	all, err := s.tensors()
	if err != nil {
		return err
	}
	e := &export{spec: s, seed: seed, tensors: map[string]*tensor{}}
	total := 0
	for i := range all {
		e.tensors[all[i].name] = &all[i]
		total += all[i].values()
	}
	if total > exportMost {
		return fmt.Errorf("export model: %d weights, one file holds at most %d", total, exportMost)
	}
	e.write()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("export model: %w", err)
	}
	return os.WriteFile(path, e.g.Bytes(), 0o644)
}

// exported reports whether WriteONNX knows the family.
func (s *Spec) exported() bool {
	return s.Family == BERT || s.Family == MaskedLM || s.Family == ColBERT
}

// export is a graph under construction.
type export struct {
	g       graph.Graph
	spec    *Spec
	seed    uint64
	tensors map[string]*tensor
	n       int
}

// op adds an operator and returns its output.
func (e *export) op(name string, inputs []string, attrs ...graph.Attr) string {
	e.n++
	return e.g.Node(name, fmt.Sprintf("%s_%d", name, e.n), inputs, attrs...)
}

func (e *export) scalar(v float32) string {
	e.n++
	return e.g.Floats(fmt.Sprintf("c_%d", e.n), []float32{v})
}

func (e *export) ints(v ...int64) string {
	e.n++
	return e.g.Ints(fmt.Sprintf("i_%d", e.n), v, len(v))
}

// draw returns the values of the weight of that name.
func (e *export) draw(name string) (*tensor, []float32) {
	t := e.tensors[name]
	values := make([]float32, t.values())
	newSource(t, e.seed).floats(values)
	return t, values
}

// weight adds a weight as it is.
func (e *export) weight(name string) string {
	t, values := e.draw(name)
	return e.g.Floats(name, values, t.shape...)
}

// turned adds a weight [out, in] as [in, out], the way MatMul wants it.
func (e *export) turned(name string) string {
	t, values := e.draw(name)
	out, in := t.shape[0], t.shape[1]
	v := make([]float32, len(values))
	for i := range out {
		for j := range in {
			v[j*out+i] = values[i*in+j]
		}
	}
	return e.g.Floats(name+"ᵀ", v, in, out)
}

// linear is x·Wᵀ + b.
func (e *export) linear(x, name string) string {
	return e.op("Add", []string{e.op("MatMul", []string{x, e.turned(name + ".weight")}), e.weight(name + ".bias")})
}

func (e *export) norm(x, name string) string {
	return e.op("LayerNormalization", []string{x, e.weight(name + ".weight"), e.weight(name + ".bias")},
		graph.Attr{Name: "axis", Value: int64(-1)}, graph.Attr{Name: "epsilon", Value: float32(e.spec.Epsilon)})
}

// gelu is x·½(1 + erf(x/√2)), in the steps that the runtime knows to fuse.
func (e *export) gelu(x string) string {
	erf := e.op("Erf", []string{e.op("Div", []string{x, e.scalar(math.Sqrt2)})})
	return e.op("Mul", []string{e.op("Mul", []string{x, e.op("Add", []string{erf, e.scalar(1)})}), e.scalar(0.5)})
}

func (e *export) write() {
	s, p := e.spec, e.spec.Prefix
	for _, name := range []string{"input_ids", "attention_mask", "token_type_ids"} {
		e.g.Input(name, graph.Int64, graph.Dims{"batch", "sequence"})
	}
	mask := e.op("Cast", []string{"attention_mask"}, graph.Attr{Name: "to", Value: int64(graph.Float)})
	// 0 for a row's own tokens; padding is so far away that its share of attention is exactly 0.
	away := e.op("Mul", []string{e.op("Sub", []string{e.scalar(1), mask}), e.scalar(-math.MaxFloat32)})
	away = e.op("Unsqueeze", []string{away, e.ints(1, 2)})
	x := e.embed(p + "embeddings.")
	for i := range s.Layers {
		x = e.layer(x, away, fmt.Sprintf("%sencoder.layer.%d.", p, i))
	}
	name, width := "last_hidden_state", s.Hidden
	if s.Family == MaskedLM {
		name, width = "logits", s.Vocabulary
		h := e.norm(e.gelu(e.linear(x, "cls.predictions.transform.dense")), "cls.predictions.transform.LayerNorm")
		scores := e.op("MatMul", []string{h, e.turned(p + "embeddings.word_embeddings.weight")})
		x = e.op("Add", []string{scores, e.weight("cls.predictions.bias")})
	}
	e.g.Node("Identity", name, []string{x})
	e.g.Output(name, graph.Float, graph.Dims{"batch", "sequence", width})
}

func (e *export) embed(p string) string {
	length := e.op("Shape", []string{"input_ids"}, graph.Attr{Name: "start", Value: int64(1)}, graph.Attr{Name: "end", Value: int64(2)})
	words := e.op("Gather", []string{e.weight(p + "word_embeddings.weight"), "input_ids"})
	kinds := e.op("Gather", []string{e.weight(p + "token_type_embeddings.weight"), "token_type_ids"})
	places := e.op("Slice", []string{e.weight(p + "position_embeddings.weight"), e.ints(0), length, e.ints(0)})
	return e.norm(e.op("Add", []string{e.op("Add", []string{words, kinds}), places}), p+"LayerNorm")
}

func (e *export) layer(x, away, at string) string {
	x = e.norm(e.op("Add", []string{e.attention(x, away, at+"attention."), x}), at+"attention.output.LayerNorm")
	h := e.linear(e.gelu(e.linear(x, at+"intermediate.dense")), at+"output.dense")
	return e.norm(e.op("Add", []string{h, x}), at+"output.LayerNorm")
}

func (e *export) attention(x, away, at string) string {
	head := e.spec.Hidden / e.spec.Heads
	split := func(name string, turn ...int64) string {
		v := e.op("Reshape", []string{e.linear(x, at+"self."+name), e.ints(0, 0, int64(e.spec.Heads), int64(head))})
		return e.op("Transpose", []string{v}, graph.Attr{Name: "perm", Value: turn})
	}
	q, k, v := split("query", 0, 2, 1, 3), split("key", 0, 2, 3, 1), split("value", 0, 2, 1, 3)
	scores := e.op("Div", []string{e.op("MatMul", []string{q, k}), e.scalar(float32(math.Sqrt(float64(head))))})
	share := e.op("Softmax", []string{e.op("Add", []string{scores, away})}, graph.Attr{Name: "axis", Value: int64(-1)})
	mixed := e.op("Transpose", []string{e.op("MatMul", []string{share, v})}, graph.Attr{Name: "perm", Value: []int64{0, 2, 1, 3}})
	return e.linear(e.op("Reshape", []string{mixed, e.ints(0, 0, int64(e.spec.Hidden))}), at+"output.dense")
}
