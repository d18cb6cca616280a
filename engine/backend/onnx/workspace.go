package onnx

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	ort "github.com/yalue/onnxruntime_go"

	"asterism/engine/batch"
	"asterism/models"
)

// maxPooledBytes is the size above which a workspace is left to the garbage collector instead of being used again. So
// the memory of one very large batch is not held forever.
const maxPooledBytes = 16 << 20

// workspace is the memory of one run: padded inputs, and buffers for the outputs. The runtime gets pointers into its
// slices, so they are pinned while a run lasts.
type workspace struct {
	role   batch.Role
	rows   []int // rows of the batch that have tokens
	length int   // of the longest of them
	ids    []int64
	mask   []int64
	floats [2][]float32 // outputs of float32, in the graph's order
	terms  []int64      // term_ids
	score  []float32    // Terms: best weight of every vocabulary id, all zero between rows
}

var workspaces = sync.Pool{New: func() any { return new(workspace) }}

func getWorkspace() *workspace { return workspaces.Get().(*workspace) }

func (w *workspace) release() {
	if 8*(cap(w.ids)+cap(w.mask)+cap(w.terms))+4*(cap(w.floats[0])+cap(w.floats[1])) <= maxPooledBytes {
		workspaces.Put(w)
	}
}

// Values of attention_mask: what a position of a row is to the graph.
const (
	maskPadding   = 0
	maskToken     = 1
	maskExpansion = 2 // attends to all tokens, and no token attends to it
)

// fill is how short questions are made longer, for a model that computes a vector for every added token: up to length
// tokens, with the id mask. The zero fill adds nothing.
type fill struct {
	length int
	mask   int32
}

// pack writes the rows that have tokens as padded ids and mask, with questions filled up.
func (w *workspace) pack(in *batch.Batch, f fill) {
	if in.Role != batch.Query {
		f = fill{}
	}
	w.role, w.rows, w.length = in.Role, w.rows[:0], max(in.MaxLen(), f.length)
	for i := range in.Rows() {
		if len(in.Row(i)) > 0 {
			w.rows = append(w.rows, i)
		}
	}
	n := len(w.rows) * w.length
	w.ids, w.mask = resize(w.ids, n), resize(w.mask, n)
	clear(w.ids)
	clear(w.mask)
	for k, i := range w.rows {
		at := k * w.length
		row := in.Row(i)
		for j, id := range row {
			w.ids[at+j], w.mask[at+j] = int64(id), maskToken
		}
		for j := len(row); j < f.length; j++ {
			w.ids[at+j], w.mask[at+j] = int64(f.mask), maskExpansion
		}
	}
}

// run allocates the outputs and runs the graph; a cancelled context stops it between two operators.
func (w *workspace) run(ctx context.Context, m *model) error {
	var t tensors
	defer t.free()
	shape := ort.NewShape(int64(len(w.rows)), int64(w.length))
	addTensor(&t, shape, w.ids)
	addTensor(&t, shape, w.mask)
	inputs := len(t.values)
	width := int64(m.info.Width)
	switch m.info.Kind {
	case models.Tokens:
		w.addFloats(&t, 0, ort.NewShape(shape[0], shape[1], width))
	case models.Terms:
		pairs := ort.NewShape(shape[0], int64(m.pairs.of(w.length)))
		w.terms = resize(w.terms, int(pairs.FlattenedSize()))
		addTensor(&t, pairs, w.terms)
		w.addFloats(&t, 0, pairs)
	case models.Pair:
		w.addFloats(&t, 0, ort.NewShape(shape[0], width))
		w.addFloats(&t, 1, ort.NewShape(shape[0], width))
	default:
		w.addFloats(&t, 0, ort.NewShape(shape[0], width))
	}
	if t.err != nil {
		return fmt.Errorf("make tensors for %d rows of %d tokens: %w", len(w.rows), w.length, t.err)
	}
	if err := runCancellable(ctx, m.session, t.values[:inputs], t.values[inputs:]); err != nil {
		return fmt.Errorf("run %s on %d rows of %d tokens: %w", m.path, len(w.rows), w.length, err)
	}
	return nil
}

func (w *workspace) addFloats(t *tensors, i int, shape ort.Shape) {
	w.floats[i] = resize(w.floats[i], int(shape.FlattenedSize()))
	addTensor(t, shape, w.floats[i])
}

// resize returns a slice of n values of unknown content, s itself when it is large enough.
func resize[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }

// tensors are the runtime's views of a workspace. The first error is kept, so that callers check once.
type tensors struct {
	values []ort.Value
	pins   runtime.Pinner
	err    error
}

func addTensor[T ort.TensorData](t *tensors, shape ort.Shape, data []T) {
	if t.err != nil {
		return
	}
	t.pins.Pin(&data[0])
	v, err := ort.NewTensor(shape, data)
	if err != nil {
		t.err = err
		return
	}
	t.values = append(t.values, v)
}

func (t *tensors) free() {
	for _, v := range t.values {
		v.Destroy()
	}
	t.pins.Unpin()
}

// runCancellable runs the session and, when ctx ends first, tells the runtime to stop.
func runCancellable(ctx context.Context, s *ort.DynamicAdvancedSession, inputs, outputs []ort.Value) error {
	if ctx.Done() == nil {
		return s.Run(inputs, outputs)
	}
	options, err := ort.NewRunOptions()
	if err != nil {
		return err
	}
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		options.Terminate()
	})
	err = s.RunWithOptions(inputs, outputs, options)
	if !stop() {
		<-stopped // the options must outlive the call that sets them
	}
	options.Destroy()
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
