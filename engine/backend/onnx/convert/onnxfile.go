package convert

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"asterism/engine/backend/onnx/graph"
	"asterism/models"
)

// onnxNames are where repositories keep a graph of their own.
var onnxNames = []string{"onnx/model.onnx", "model.onnx"}

// findONNX returns the graph of a repository that has no safetensors, relative to its folder.
func findONNX(dir string) (string, bool) {
	for _, name := range onnxNames {
		if st, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name))); err == nil && st.Mode().IsRegular() {
			return name, true
		}
	}
	return "", false
}

// onnxFile takes the repository's own graph of a BERT encoder and puts a head of ours behind it. Its weights stay in its
// file. It computes rectangles, and what its operators do with them is its own affair: a row's value may differ in the
// last bits from one batch to the next.
func (j *job) onnxFile() error {
	c, err := j.readBERT()
	if err != nil {
		return err
	}
	if j.opt.precision() != models.PrecisionF32 {
		return fmt.Errorf("precision %s: the repository has %s only, which is taken as it is; choose %s", j.opt.Precision, j.onnx, models.PrecisionF32)
	}
	b := j.b
	base, err := readBase(j.opt.Dir, j.onnx, "token_type_ids", "position_ids")
	if err != nil {
		return err
	}
	b.base = base
	for _, file := range base.used {
		b.used[file] = true
	}
	if err := base.check(); err != nil {
		return fmt.Errorf("%s: %w", j.onnx, err)
	}
	base.makeInputs()
	if j.config.Architectures[0] == "BertForMaskedLM" {
		return j.onnxTerms(c)
	}
	return j.onnxDense(c)
}

// Versions of the standard operators that the heads here are made of and were run with.
const (
	oldestOpset = 11
	newestOpset = 22
)

// oldestFormat is the first in which a weight need not be an input too.
const oldestFormat = 4

// check wants the inputs of an encoder and nothing else.
func (g *baseGraph) check() error {
	if g.format < oldestFormat {
		return fmt.Errorf("its format is of version %d, but only %d and later ones are known here", g.format, oldestFormat)
	}
	if g.opset < oldestOpset || g.opset > newestOpset {
		return fmt.Errorf("its operators are of version %d, but only %d to %d are known here", g.opset, oldestOpset, newestOpset)
	}
	missing := []string{"input_ids", "attention_mask"}
	for _, v := range g.inputs {
		switch v.name {
		case "input_ids", "attention_mask":
			missing = slices.DeleteFunc(missing, func(name string) bool { return name == v.name })
		case "token_type_ids", "position_ids":
		default:
			return fmt.Errorf("input %q is not known", v.name)
		}
		if v.kind != graph.Int64 || len(v.dims) != 2 {
			return fmt.Errorf("input %s is of type %d with the dimensions %v, want int64 [batch, length]", v.name, v.kind, v.dims)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("input %s is missing", strings.Join(missing, " and "))
	}
	return nil
}

// makeInputs computes the inputs that follow from input_ids: all of one segment, places in order.
func (g *baseGraph) makeInputs() {
	zeros := func(name string) string { return g.front.Node("Sub", name, []string{"input_ids", "input_ids"}) }
	for _, v := range g.inputs {
		switch v.name {
		case "token_type_ids":
			zeros(v.name)
		case "position_ids":
			shape := g.front.Node("Shape", ours("shape"), []string{"input_ids"})
			length := g.front.Node("Gather", ours("length"), []string{shape, g.front.Ints(ours("one"), []int64{1})})
			places := g.front.Node("Range", ours("places"), []string{g.front.Ints(ours("from"), []int64{0}), length, g.front.Ints(ours("step"), []int64{1})})
			g.front.Node("Add", v.name, []string{zeros(ours("zeros")), places})
		}
	}
}

// ours is a name that no other graph has.
func ours(name string) string { return "asterism/" + name }

// output finds the first of the named outputs, and checks its dimensions as far as the file fixes them.
func (g *baseGraph) output(dims []int64, names ...string) (string, error) {
	for _, name := range names {
		i := slices.IndexFunc(g.outputs, func(v value) bool { return v.name == name })
		if i < 0 {
			continue
		}
		v := g.outputs[i]
		if v.kind != graph.Float {
			return "", fmt.Errorf("output %s is of type %d, want float32", name, v.kind)
		}
		fits := len(v.dims) == len(dims)
		for k := 0; fits && k < len(dims); k++ {
			fits = dims[k] < 0 || v.dims[k] < 0 || dims[k] == v.dims[k]
		}
		if !fits {
			return "", fmt.Errorf("output %s has the dimensions %v, want %v", name, v.dims, dims)
		}
		return name, nil
	}
	var has []string
	for _, v := range g.outputs {
		has = append(has, v.name)
	}
	return "", fmt.Errorf("outputs are %q, want %s", has, strings.Join(names, " or "))
}

// onnxDense pools the mean of a row's tokens; a graph that gives nothing but a pooled vector is taken at its word.
func (j *job) onnxDense(c *bertConfig) error {
	if err := j.prepareDense(c); err != nil {
		return err
	}
	b, width := j.b, int64(c.Hidden)
	name, err := b.base.output([]int64{-1, -1, width}, "last_hidden_state", "token_embeddings")
	if err == nil {
		mask := b.reshape(b.cast("attention_mask", graph.Float), 0, 1, -1)
		sum := b.op("MatMul", []string{mask, name}) // [B, 1, width]
		b.foreignUnit(b.reshape(sum, -1, width), c.Hidden)
		return nil
	}
	name, pooled := b.base.output([]int64{-1, width}, "sentence_embedding")
	if pooled != nil {
		return fmt.Errorf("%s: %w", j.onnx, err)
	}
	b.foreignUnit(name, c.Hidden)
	return nil
}

// foreignUnit declares x [B, width], brought to unit length, as the output. A sum over a dimension is a product with ones,
// since the operators for sums have changed their form from one version to another.
func (b *builder) foreignUnit(x string, width int) {
	ones := make([]float32, width)
	for i := range ones {
		ones[i] = 1
	}
	square := b.op("MatMul", []string{b.op("Mul", []string{x, x}), b.constant("ones", ones, width, 1)})
	length := b.op("Max", []string{b.op("Sqrt", []string{square}), b.scalar(1e-12)})
	b.output("embedding", b.op("Div", []string{x, length}), graph.Float, graph.Dims{"batch", width})
}

// onnxTerms pools the scores of the vocabulary as [job.splade] does.
func (j *job) onnxTerms(c *bertConfig) error {
	if err := j.prepareTerms(c); err != nil {
		return err
	}
	b := j.b
	name, err := b.base.output([]int64{-1, -1, int64(c.Vocabulary)}, "logits")
	if err != nil {
		return fmt.Errorf("%s: %w", j.onnx, err)
	}
	held := b.reshape(b.cast("attention_mask", graph.Float), 0, -1, 1)
	scores := b.op("Mul", []string{b.op("Relu", []string{name}), held})
	n := c.Vocabulary / termShare
	top, ids := b.fresh("top"), b.fresh("ids")
	b.g.NodeOf("", "TopK", []string{top, ids}, []string{b.foreignMax(scores), b.ints(int64(n))}, attr("axis", int64(1)))
	b.output("term_ids", ids, graph.Int64, graph.Dims{"batch", n})
	b.output("term_weights", b.op("Log", []string{b.op("Add", []string{top, b.scalar(1)})}), graph.Float, graph.Dims{"batch", n})
	return nil
}

// foreignMax is the greatest over the places of x [B, L, V]; its axis is an attribute before version 18, then an input.
func (b *builder) foreignMax(x string) string {
	keep := attr("keepdims", int64(0))
	if b.base.opset < 18 {
		return b.op("ReduceMax", []string{x}, keep, attr("axes", []int64{1}))
	}
	return b.op("ReduceMax", []string{x, b.ints(1)}, keep)
}

// bytes is the file of the graph: whole, or the parts behind and before another one's.
func (b *builder) bytes() []byte {
	if b.base == nil {
		return b.g.Bytes()
	}
	return slices.Concat(b.base.front.Fragment(), b.base.bytes, b.g.Fragment())
}
