package onnx

import (
	"context"
	"errors"
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
	pairs   pairs
	fill    fill           // of questions
	skip    map[int64]bool // ids whose vectors are dropped from memories
	session *ort.DynamicAdvancedSession
	tower   *tower // nil: the model embeds no images
	files   files  // that the session maps
}

// openModel loads one graph. Its weights may be in other files of its folder: the runtime finds them from the graph's path.
func openModel(ctx context.Context, o *Options, desc *models.Model, options *ort.SessionOptions, onGPU bool) (_ *model, err error) {
	if !o.Verified {
		if err := o.Manifest.VerifyFiles(ctx, desc.Files()...); err != nil {
			return nil, err
		}
	}
	s := desc.Space
	m := &model{info: s.Info(), path: o.Manifest.Path(desc.File), window: desc.Window, fill: fill{desc.QueryLength, desc.MaskID}}
	for _, id := range desc.PassageSkip {
		if m.skip == nil {
			m.skip = map[int64]bool{}
		}
		m.skip[int64(id)] = true
	}
	defer func() {
		if err != nil {
			m.close()
		}
	}()
	if !onGPU { // which has the weights in its own memory
		if m.files, err = holdFiles(o.Manifest, desc); err != nil {
			return nil, fmt.Errorf("load model %v: %w", s, err)
		}
	}
	if m.session, err = m.openSession(options, onGPU || o.whole); err != nil {
		return nil, fmt.Errorf("load model %v from %s: %w", s, m.path, err)
	}
	if err := m.probe(desc.PassageFrame); err != nil {
		return nil, fmt.Errorf("check model %v of %s: %w", s, m.path, err)
	}
	if desc.Image != nil {
		if m.tower, err = openTower(o, desc, options); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// close frees what the runtime holds for the model.
func (m *model) close() (err error) {
	if m.session != nil {
		err = m.session.Destroy()
	}
	if m.tower != nil {
		err = errors.Join(err, m.tower.session.Destroy())
	}
	return errors.Join(err, m.files.close())
}

// embed returns a value for each row. If a file was overwritten meanwhile, it returns an error and no values.
func (m *model) embed(ctx context.Context, in *batch.Batch) ([]fingerprint.Value, error) {
	out, err := m.values(ctx, in)
	if changed := m.files.changed(); changed != nil {
		return nil, changed
	}
	return out, err
}

// values runs the rows that have tokens and puts their values back in row order; images go to the tower.
func (m *model) values(ctx context.Context, in *batch.Batch) ([]fingerprint.Value, error) {
	if len(in.Images) > 0 {
		if m.tower == nil {
			return nil, errNoImages
		}
		return m.tower.embed(ctx, in)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := m.checkBatch(in); err != nil {
		return nil, err
	}
	out := make([]fingerprint.Value, in.Rows())
	w := getWorkspace()
	defer w.release()
	w.pack(in, m.fill)
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

// checkBatch refuses ids and lengths with which the graph would read outside its weights or return wrong values.
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
