package convert

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"asterism/engine/backend/onnx/graph"
	"asterism/engine/backend/onnx/safetensors"
)

// weights are the tensors of a repository, under their names there with prefix in front, and parts of them.
type weights struct {
	ctx    context.Context // of the one Convert that the weights are read for
	set    *safetensors.Set
	prefix string
}

// part names the i-th of n equal parts of a tensor, counted by its rows.
func part(name string, i, n int) string { return fmt.Sprintf("%s#%d/%d", name, i, n) }

// has reports whether the repository has a tensor of that name.
func (w weights) has(name string) bool {
	_, ok := w.set.Tensor(w.prefix + name)
	return ok
}

// find returns a tensor of the given shape, or a part of one under the name that [part] gives it.
func (w weights) find(name string, shape ...int) (safetensors.Tensor, error) {
	whole, i, n := name, 0, 1
	if at := strings.LastIndexByte(name, '#'); at >= 0 {
		if _, err := fmt.Sscanf(name[at:], "#%d/%d", &i, &n); err == nil {
			whole = name[:at]
		}
	}
	t, ok := w.set.Tensor(w.prefix + whole)
	if !ok {
		return t, fmt.Errorf("the weights lack the tensor %s", w.prefix+whole)
	}
	want := slices.Clone(shape)
	want[0] *= n
	if !slices.Equal(t.Shape, want) {
		return t, fmt.Errorf("tensor %s has the shape %v, but config.json says %v", t.Name, t.Shape, want)
	}
	t.Name, t.Shape = w.prefix+name, slices.Clone(shape)
	t.Bytes /= int64(n)
	t.Offset += int64(i) * t.Bytes
	return t, nil
}

// floats reads a tensor of the given shape as float32.
func (w weights) floats(name string, shape ...int) ([]float32, error) {
	t, err := w.find(name, shape...)
	if err != nil {
		return nil, err
	}
	return w.set.Floats(w.ctx, t)
}

// tensors declares weights in the graph: those of the repository, and those that are written to graph.weights.
type tensors struct {
	nodes
	weights weights
	side    *sideFile       // graph.weights, for what cannot be mapped from the repository
	used    map[string]bool // files of the weights
}

// weight declares a tensor of the repository in the graph and returns its name there. One of float32 is mapped, one of
// 16 bits is widened into graph.weights.
func (b *tensors) weight(name string, shape ...int) string {
	return b.once("weight "+b.weights.prefix+name, func() string {
		t, err := b.weights.find(name, shape...)
		if err != nil {
			b.fail("%w", err)
			return ""
		}
		at := graph.External{Location: t.File, Offset: t.Offset, Length: t.Bytes}
		if t.Type != safetensors.F32 {
			at = b.widen(t)
		}
		return b.external(t.Name, graph.Float, at, shape...)
	})
}

// external adds a weight that is stored outside the graph.
func (b *tensors) external(name string, t graph.Type, at graph.External, dims ...int) string {
	if b.err != nil {
		return ""
	}
	b.used[at.Location] = true
	return b.g.External(name, t, at, dims...)
}

// widenRows is how many rows of a tensor are widened at a time.
const widenRows = 1024

// widen writes a tensor to graph.weights as float32.
func (b *tensors) widen(t safetensors.Tensor) graph.External {
	w := b.weights
	return b.storePieces(func(yield func([]byte, error) bool) {
		if len(t.Shape) < 2 {
			v, err := w.set.Floats(w.ctx, t)
			yield(floatBytes(v), err)
			return
		}
		for from := 0; from < t.Shape[0]; from += widenRows {
			v, err := w.set.Rows(w.ctx, t, from, min(widenRows, t.Shape[0]-from))
			if !yield(floatBytes(v), err) {
				return
			}
		}
	})
}
