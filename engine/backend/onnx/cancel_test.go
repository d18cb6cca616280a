package onnx

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"asterism/engine/backend/onnx/graph"
	"asterism/engine/batch"
	"asterism/models"
)

// slowGraph multiplies by one matrix so many times that a run takes seconds.
func slowGraph(steps int) []byte {
	b := &builder{r: rand.New(rand.NewPCG(1, 7))}
	width := models.Graph.Info().Width
	b.Input("input_ids", graph.Int64, graph.Dims{"batch", "length"})
	b.Input("attention_mask", graph.Int64, graph.Dims{"batch", "length"})
	b.Ints("axis1", []int64{1}, 1)
	x, w := b.embedded(width), b.random("w", width, width)
	for i := range steps {
		x = b.Node("Tanh", fmt.Sprintf("t%d", i), []string{b.Node("MatMul", fmt.Sprintf("m%d", i), []string{x, w})})
	}
	b.Node("ReduceSum", "sum", []string{x, "axis1"}, graph.Attr{Name: "keepdims", Value: int64(0)})
	b.Output(b.unit("sum", "embedding", 1), graph.Float, graph.Dims{"batch", width})
	return b.Bytes()
}

// TestCancelStopsARun cancels in the middle of a run: the run must end with the context's error instead of a value.
func TestCancelStopsARun(t *testing.T) {
	b := open(t, writeProfile(t, map[models.Space][]byte{models.Graph: slowGraph(500)}))
	in := &batch.Batch{Offsets: []int32{0}}
	for range 16 {
		in.IDs = append(in.IDs, make([]int32, tinyWindow)...)
		in.Offsets = append(in.Offsets, int32(len(in.IDs)))
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	if out, err := b.Embed(ctx, models.Graph, in); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a run of seconds, cancelled after 30 ms, gave %d values and the error %v, want context.DeadlineExceeded", len(out), err)
	}
	if _, err := b.Embed(context.Background(), models.Graph, &batch.Batch{IDs: []int32{1}, Offsets: []int32{0, 1}}); err != nil {
		t.Errorf("the run after a cancelled one: %v", err)
	}
}
