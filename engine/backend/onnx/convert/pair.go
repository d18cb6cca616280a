package convert

import (
	"fmt"
	"path/filepath"

	"asterism/engine/backend/onnx/graph"
	"asterism/engine/backend/onnx/safetensors"
)

// directionWords say where the words of a text's two directions go: behind the first at tokens of a row.
type directionWords struct {
	window        int // of the rows that contain them
	at            int
	cause, effect []int32
}

// longest is the number of tokens that a direction adds at most.
func (d *directionWords) longest() int { return max(len(d.cause), len(d.effect)) }

// double declares the inputs and makes two rows of each: one with the ids of the cause prefix in the first half of the rows,
// one with those of the effect prefix in the second. A shorter prefix leaves padding at the end of its rows.
func (b *builder) double(d directionWords) (ids, mask string) {
	ids, mask = b.inputs()
	// Rows that end before that place are filled up to it, so that they are the same alone and with longer ones.
	short := b.op("Max", []string{b.op("Sub", []string{b.ints(int64(d.at)), b.size(ids, 1)}), b.ints(0)})
	fill := b.op("Concat", []string{b.ints(0, 0, 0), short}, attr("axis", int64(0)))
	ids, mask = b.op("Pad", []string{ids, fill}), b.op("Pad", []string{mask, fill})
	var halves, masks []string
	for _, prefix := range [][]int32{d.cause, d.effect} {
		wide := make([]int64, len(prefix))
		for i, id := range prefix {
			wide[i] = int64(id)
		}
		halves = append(halves, b.insert(ids, b.ints(wide...), d.at, len(prefix), d.longest()))
		masks = append(masks, b.insert(mask, b.ints(1), d.at, len(prefix), d.longest()))
	}
	return b.op("Concat", halves, attr("axis", int64(0))), b.op("Concat", masks, attr("axis", int64(0)))
}

// insert puts n columns of values behind the first at columns of x [B, L] and fills it up to L + long columns with zeros.
func (b *builder) insert(x, values string, at, n, long int) string {
	shape := b.op("Concat", []string{b.size(x, 0), b.ints(int64(n))}, attr("axis", int64(0)))
	y := b.op("Concat", []string{b.columns(x, 0, int64(at)), b.op("Expand", []string{values, shape}), b.columns(x, int64(at), end)}, attr("axis", int64(1)))
	return b.op("Pad", []string{y, b.ints(0, 0, 0, int64(long-n))})
}

// pair declares the outputs cause and effect [B, width] of pooled x [2·B, width], the halves of which go through a matrix
// each when Options.Heads names a file with two.
func (j *job) pair(x string, width int) error {
	b := j.b
	heads, err := j.heads()
	if err != nil {
		return err
	}
	halves := b.halves(x)
	for i, name := range []string{"cause", "effect"} {
		if heads != nil {
			halves[i] = b.head(heads, halves[i], name+".weight", width)
		}
		b.output(name, b.unitOf(halves[i], width), graph.Float, graph.Dims{"batch", width})
	}
	return nil
}

// halves are the rows of the first direction and those of the second.
func (b *builder) halves(x string) [2]string {
	if b.base != nil { // Split differs between versions of the operators
		rows := b.size("input_ids", 0)
		return [2]string{b.op("Slice", []string{x, b.ints(0), rows, b.ints(0)}), b.op("Slice", []string{x, rows, b.ints(end), b.ints(0)})}
	}
	halves := [2]string{b.fresh("half"), b.fresh("half")}
	b.g.NodeOf("", "Split", halves[:], []string{x}, attr("axis", int64(0)), attr("num_outputs", int64(2)))
	return halves
}

// heads opens the file that Options.Heads names; nil when it names none.
func (j *job) heads() (*safetensors.Set, error) {
	if j.opt.Heads == "" {
		return nil, nil
	}
	if filepath.Dir(j.opt.Heads) != filepath.Clean(j.opt.Dir) {
		return nil, fmt.Errorf("heads %s: want a file in the repository's folder %s", j.opt.Heads, j.opt.Dir)
	}
	return safetensors.Open(j.ctx, j.opt.Heads)
}

// head is one direction's matrix, in float32 whatever the precision: it is small, and no later layer reduces its rounding errors.
func (b *builder) head(heads *safetensors.Set, x, name string, width int) string {
	repository, int8 := b.weights, b.int8
	b.weights, b.int8 = weights{ctx: repository.ctx, set: heads}, false
	defer func() { b.weights, b.int8 = repository, int8 }()
	return b.few(x, name, "", width, width)
}
