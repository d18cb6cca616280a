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

// onnxNames are the paths of a repository's own graph, and towerNames those of CLIP's graph of texts; visionName is in the same
// folder.
var (
	onnxNames  = []string{"onnx/model.onnx", "model.onnx"}
	towerNames = []string{"onnx/text_model.onnx", "text_model.onnx"}
)

const visionName = "vision_model.onnx"

// findONNX returns the graph of a repository that has no safetensors, relative to its folder.
func (j *job) findONNX() (string, error) {
	names, hint := onnxNames, ""
	if slices.Contains(j.config.Architectures, "CLIPModel") {
		names, hint = towerNames, " (with "+visionName+" beside it; a graph of both towers in one embeds no text alone)"
	}
	for _, name := range names {
		if st, err := os.Stat(filepath.Join(j.opt.Dir, filepath.FromSlash(name))); err == nil && st.Mode().IsRegular() {
			return name, nil
		}
	}
	return "", fmt.Errorf("none of %s%s", strings.Join(names, ", "), hint)
}

// readOwn opens a graph of the repository's own, to which a head of ours is added. Its weights stay in its file. It computes
// padded rows, with operators that we do not choose: a row's value may differ in the last bits from one batch to the next. Inputs
// in made are computed here, those in renamed by what b writes next, which runs before the graph.
func (j *job) readOwn(b *builder, file string, made, renamed []string, wanted ...baseInput) error {
	if j.opt.precision() != models.PrecisionF32 {
		return fmt.Errorf("precision %s: the repository has %s only, which is taken as it is; choose %s, or pull a repository that has model.safetensors", j.opt.Precision, file, models.PrecisionF32)
	}
	base, err := readBase(j.opt.Dir, file, made, renamed)
	if err != nil {
		return err
	}
	b.base = base
	for _, file := range base.used {
		b.used[file] = true
	}
	if err := base.check(wanted); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// followed are the inputs of a graph of texts that are computed from its ids.
var followed = []string{"token_type_ids", "position_ids"}

// readOwnText opens the graph of texts, with the inputs that the backend gives.
func (j *job) readOwnText(optional ...string) error {
	if err := j.readOwn(j.b, j.onnx, followed, nil, textInputs(optional...)...); err != nil {
		return err
	}
	j.b.base.makeInputs("input_ids")
	return nil
}

// Versions of the standard operators that the heads here are made of and were run with.
const (
	oldestOpset = 11
	newestOpset = 22
)

// oldestFormat is the first in which a weight need not be an input too.
const oldestFormat = 4

// baseInput is an input that a graph may have.
type baseInput struct {
	name     string
	kind     graph.Type
	dims     []int64 // −1: any
	optional bool
	form     string // kind and dims in words
}

// textInputs are the inputs of an encoder of texts; those computed from the ids are optional, and so are the named ones.
func textInputs(optional ...string) []baseInput {
	var all []baseInput
	for _, name := range slices.Concat([]string{"input_ids", "attention_mask"}, followed) {
		may := slices.Contains(followed, name) || slices.Contains(optional, name)
		all = append(all, baseInput{name, graph.Int64, []int64{-1, -1}, may, "int64 [batch, length]"})
	}
	return all
}

// check requires those inputs and no others.
func (g *baseGraph) check(wanted []baseInput) error {
	if g.format < oldestFormat {
		return fmt.Errorf("its format is of version %d, but only %d and later ones are known here", g.format, oldestFormat)
	}
	if g.opset < oldestOpset || g.opset > newestOpset {
		return fmt.Errorf("its operators are of version %d, but only %d to %d are known here", g.opset, oldestOpset, newestOpset)
	}
	for _, v := range g.inputs {
		i := slices.IndexFunc(wanted, func(w baseInput) bool { return w.name == v.name })
		if i < 0 {
			return fmt.Errorf("input %q is not known", v.name)
		}
		if w := wanted[i]; v.kind != w.kind || !fits(v.dims, w.dims) {
			return fmt.Errorf("input %s is of type %d with the dimensions %v, want %s", v.name, v.kind, v.dims, w.form)
		}
	}
	var missing []string
	for _, w := range wanted {
		if !w.optional && !g.has(w.name) {
			missing = append(missing, w.name)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("input %s is missing", strings.Join(missing, " and "))
	}
	return nil
}

// has reports whether the graph has an input of that name.
func (g *baseGraph) has(name string) bool {
	return slices.ContainsFunc(g.inputs, func(v value) bool { return v.name == name })
}

// fits reports whether dimensions are those wanted, as far as either fixes them.
func fits(dims, wanted []int64) bool {
	if len(dims) != len(wanted) {
		return false
	}
	for k, d := range dims {
		if d >= 0 && wanted[k] >= 0 && d != wanted[k] {
			return false
		}
	}
	return true
}

// makeInputs computes inputs from ids [batch, length]: one segment for all, positions in order.
func (g *baseGraph) makeInputs(ids string) {
	zeros := func(name string) string { return g.front.Node("Sub", name, []string{ids, ids}) }
	for _, v := range g.inputs {
		switch v.name {
		case "token_type_ids":
			zeros(v.name)
		case "position_ids":
			shape := g.front.Node("Shape", ours("shape"), []string{ids})
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
		if !fits(v.dims, dims) {
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

// bytes is the file of the graph: whole, or the parts behind and before another one's.
func (b *nodes) bytes() []byte {
	if b.base == nil {
		return b.g.Bytes()
	}
	return slices.Concat(b.base.front.Fragment(), b.base.bytes, b.g.Fragment())
}
