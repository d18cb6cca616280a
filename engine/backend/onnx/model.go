package onnx

import (
	"context"
	"fmt"

	ort "github.com/yalue/onnxruntime_go"

	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// model is one loaded graph.
type model struct {
	info    models.Info
	path    string
	window  int
	perTok  int // Terms: pairs the graph gives a token
	session *ort.DynamicAdvancedSession
}

func openModel(ctx context.Context, manifest *models.Manifest, s models.Space, device target, threads int) (*model, error) {
	desc, ok := manifest.Model(s)
	if !ok {
		return nil, fmt.Errorf("open model %v: the manifest lists none", s)
	}
	if err := manifest.VerifyFile(ctx, desc.File, nil); err != nil {
		return nil, err
	}
	options, err := sessionOptions(device, threads)
	if err != nil {
		return nil, fmt.Errorf("open model %v: %w", s, err)
	}
	defer options.Destroy()
	m := &model{info: s.Info(), path: manifest.Path(desc.File), window: desc.Window}
	m.session, err = ort.NewDynamicAdvancedSession(m.path, []string{"input_ids", "attention_mask"}, models.OutputNames(m.info.Kind), options)
	if err != nil {
		return nil, fmt.Errorf("load model %v from %s: %w", s, m.path, err)
	}
	if err := m.probe(); err != nil {
		m.session.Destroy()
		return nil, fmt.Errorf("check model %v of %s: %w", s, m.path, err)
	}
	return m, nil
}

// probe runs the model on one token and lets the runtime allocate the outputs, which shows their types and widths.
func (m *model) probe() error {
	ids, err := ort.NewTensor(ort.NewShape(1, 1), []int64{0})
	if err != nil {
		return err
	}
	defer ids.Destroy()
	mask, err := ort.NewTensor(ort.NewShape(1, 1), []int64{1})
	if err != nil {
		return err
	}
	defer mask.Destroy()
	outputs := make([]ort.Value, len(models.OutputNames(m.info.Kind)))
	defer func() {
		for _, v := range outputs {
			if v != nil {
				v.Destroy()
			}
		}
	}()
	if err := m.session.Run([]ort.Value{ids, mask}, outputs); err != nil {
		return fmt.Errorf("run on one token: %w", err)
	}
	return m.checkOutputs(outputs)
}

func (m *model) checkOutputs(outputs []ort.Value) error {
	want := ort.NewShape(1, int64(m.info.Width))
	switch m.info.Kind {
	case models.Tokens:
		want = ort.NewShape(1, 1, int64(m.info.Width))
	case models.Terms:
		shape := outputs[0].GetShape()
		if len(shape) != 2 || shape[0] != 1 || shape[1] < 1 || shape[1] > int64(m.info.Width) {
			return fmt.Errorf("output term_ids has shape %v for one token, want [1, K] with K from 1 to %d", shape, m.info.Width)
		}
		m.perTok = int(shape[1])
		want = shape
		if outputs[0].DataType() != ort.TensorElementDataTypeInt64 {
			return fmt.Errorf("output term_ids is of type %v, want int64", ort.TensorElementDataType(outputs[0].DataType()))
		}
	}
	for i, v := range outputs {
		name := models.OutputNames(m.info.Kind)[i]
		if !v.GetShape().Equals(want) {
			return fmt.Errorf("output %s has shape %v for one token, want %v", name, v.GetShape(), want)
		}
		if name != "term_ids" && v.DataType() != ort.TensorElementDataTypeFloat {
			return fmt.Errorf("output %s is of type %v, want float32", name, ort.TensorElementDataType(v.DataType()))
		}
	}
	return nil
}

// embed runs the rows that have tokens and puts their values back in row order.
func (m *model) embed(ctx context.Context, in *batch.Batch) ([]fingerprint.Value, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := m.checkBatch(in); err != nil {
		return nil, err
	}
	out := make([]fingerprint.Value, in.Rows())
	w := getWorkspace()
	defer w.release()
	w.pack(in)
	if len(w.rows) == 0 {
		return out, nil
	}
	if err := w.run(ctx, m); err != nil {
		return nil, err
	}
	if err := m.decode(w, out); err != nil {
		return nil, err
	}
	return out, nil
}

// checkBatch refuses what the graph would read past its weights or answer with nonsense.
func (m *model) checkBatch(in *batch.Batch) error {
	if len(in.Offsets) == 0 {
		if len(in.IDs) > 0 || in.Rows() > 0 {
			return fmt.Errorf("check batch: %d rows and %d ids without offsets", in.Rows(), len(in.IDs))
		}
		return nil
	}
	if in.Offsets[0] != 0 || int(in.Offsets[len(in.Offsets)-1]) != len(in.IDs) {
		return fmt.Errorf("check batch: offsets run from %d to %d, want 0 to the %d ids", in.Offsets[0], in.Offsets[len(in.Offsets)-1], len(in.IDs))
	}
	if n := len(in.Offsets) - 1; in.Rows() != n {
		return fmt.Errorf("check batch: %d rows of texts or times but %d rows of ids", in.Rows(), n)
	}
	for i := 1; i < len(in.Offsets); i++ {
		n := int(in.Offsets[i]) - int(in.Offsets[i-1])
		if n < 0 || n > m.window {
			return fmt.Errorf("check batch: row %d has %d tokens, want 0 to %d, the model's window; split longer texts into windows", i-1, n, m.window)
		}
	}
	for i, id := range in.IDs {
		if id < 0 {
			return fmt.Errorf("check batch: token %d has the id %d, want 0 or more", i, id)
		}
	}
	return nil
}
