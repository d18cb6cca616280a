package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"asterism/bench/embedder"
	"asterism/bench/makemodel"
	"asterism/bench/mix"
	"asterism/engine/backend/onnx/convert"
	"asterism/engine/device"
	"asterism/models"
)

// measured is the space whose model is embedded with: in the full profile it is all-MiniLM-L6-v2.
const measured = models.Entity

// weightsSeed draws the weights, the same on all sides.
const weightsSeed = 11

// repository is a model as its repository on the hub has it, which every side loads: weights, tokenizer, and the exports in onnx, f32 and int8.
type repository struct {
	dir  string
	spec makemodel.Spec
}

// writeRepository writes MiniLM's shape with drawn weights, and room for the longest text of the mix.
func writeRepository(dir string, tiny bool) (*repository, error) {
	size := makemodel.Full
	if tiny {
		size = makemodel.Tiny
	}
	spec, err := makemodel.Describe(measured, size)
	if err != nil {
		return nil, err
	}
	spec.MaxSeq, spec.ONNX = mix.Most, true
	if err := spec.Write(dir, weightsSeed); err != nil {
		return nil, err
	}
	return &repository{dir, spec}, nil
}

// open converts the model as `asterism models pull` does, into a profile of its own below root, and opens it as the engine does, with as many workers as its plan for this
// machine's processor has.
func (r *repository) open(ctx context.Context, root, precision string) (*embedder.Embedder, error) {
	dir := filepath.Join(root, measured.Code())
	if err := os.CopyFS(dir, os.DirFS(r.dir)); err != nil {
		return nil, err
	}
	m, err := convert.Convert(ctx, convert.Options{Space: measured, Dir: dir, Root: root, Precision: precision})
	if err != nil {
		return nil, err
	}
	key, file, err := convert.Tokenizer(root, dir)
	if err != nil {
		return nil, err
	}
	m.Tokenizer = key
	if err := convert.WriteManifest(root, "full", map[string]models.File{key: file}, []models.Model{*m}); err != nil {
		return nil, err
	}
	plan, err := device.MakePlan(device.Discover(), device.WantCPU)
	if err != nil {
		return nil, err
	}
	return embedder.OpenWith(ctx, root, plan.Workers)
}

// own is the program's own side: the same model in both precisions.
type own struct{ f32, int8 *embedder.Embedder }

func (r *repository) openBoth(ctx context.Context, root string) (*own, error) {
	o := &own{}
	var err error
	if o.f32, err = r.open(ctx, filepath.Join(root, "f32"), models.PrecisionF32); err != nil {
		return nil, fmt.Errorf("open our f32 model: %w", err)
	}
	if o.int8, err = r.open(ctx, filepath.Join(root, "int8"), models.PrecisionInt8); err != nil {
		return nil, errors.Join(fmt.Errorf("open our int8 model: %w", err), o.f32.Close())
	}
	return o, nil
}

func (o *own) close() error { return errors.Join(o.f32.Close(), o.int8.Close()) }

// vectors embeds texts as they come: tokenised, scheduled, embedded, of length 1.
func vectors(ctx context.Context, e *embedder.Embedder, texts []string) ([][]float32, error) {
	values, err := e.EmbedIn(ctx, texts, false, models.Set(0).With(measured))
	if err != nil {
		return nil, err
	}
	out := make([][]float32, len(values))
	for i := range values {
		out[i] = values[i][measured].Dense
	}
	return out, nil
}
