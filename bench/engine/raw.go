package engine

import (
	"context"
	"errors"
	"fmt"
	"math"

	ort "github.com/yalue/onnxruntime_go"
)

// raw is ONNX Runtime as anybody would call it: an exported encoder in a session with the runtime's own defaults (all
// cores in one run), rows padded to the longest of their batch, the mean over a row's tokens taken by the caller.
type raw struct {
	session *ort.DynamicAdvancedSession
	width   int
}

// openRaw loads an export. An onnx backend must have been opened before: it loads the runtime.
func openRaw(path string, width int) (*raw, error) {
	inputs := []string{"input_ids", "attention_mask", "token_type_ids"}
	s, err := ort.NewDynamicAdvancedSession(path, inputs, []string{"last_hidden_state"}, nil)
	if err != nil {
		return nil, fmt.Errorf("load %s: %w", path, err)
	}
	return &raw{s, width}, nil
}

// Close frees the session.
func (r *raw) Close() error { return r.session.Destroy() }

// run embeds the batches one after another.
func (r *raw) run(ctx context.Context, rows [][]int32, batches [][]int) error {
	for _, members := range batches {
		if err := ctx.Err(); err != nil {
			return err
		}
		picked := make([][]int32, len(members))
		for i, m := range members {
			picked[i] = rows[m]
		}
		if _, err := r.embed(picked); err != nil {
			return err
		}
	}
	return nil
}

// embed gives a unit vector a row.
func (r *raw) embed(rows [][]int32) (out [][]float32, err error) {
	length := 0
	for _, ids := range rows {
		length = max(length, len(ids))
	}
	ids, mask, kinds := make([]int64, len(rows)*length), make([]int64, len(rows)*length), make([]int64, len(rows)*length)
	for i, row := range rows {
		for j, id := range row {
			ids[i*length+j], mask[i*length+j] = int64(id), 1
		}
	}
	var inputs []ort.Value
	outputs := []ort.Value{nil}
	defer func() {
		for _, v := range append(inputs, outputs...) {
			if v != nil {
				err = errors.Join(err, v.Destroy())
			}
		}
	}()
	for _, data := range [][]int64{ids, mask, kinds} {
		t, err := ort.NewTensor(ort.NewShape(int64(len(rows)), int64(length)), data)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, t)
	}
	if err := r.session.Run(inputs, outputs); err != nil {
		return nil, err
	}
	states := outputs[0].(*ort.Tensor[float32]).GetData()
	for i, row := range rows {
		out = append(out, meanState(states[i*length*r.width:], len(row), r.width))
	}
	return out, nil
}

// meanState is the direction of the mean of the first n states.
func meanState(states []float32, n, width int) []float32 {
	sum := make([]float32, width)
	for t := range n {
		for j, v := range states[t*width : (t+1)*width] {
			sum[j] += v
		}
	}
	var square float64
	for _, v := range sum {
		square += float64(v) * float64(v)
	}
	for j := range sum {
		sum[j] /= float32(math.Sqrt(square))
	}
	return sum
}
