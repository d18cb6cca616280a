package peerbench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"asterism/bench/mix"
	"asterism/engine/backend/onnx/convert"
	"asterism/models"
	"asterism/models/drawn"
)

// measured is the space whose model is embedded with: in the full profile it is all-MiniLM-L6-v2.
const measured = models.Entity

// weightsSeed draws the weights, the same on all sides.
const weightsSeed = 11

// repository is a model as its repository on the hub has it, which every side loads: weights, tokenizer, and the exports in onnx, f32 and int8.
type repository struct {
	dir  string
	spec drawn.Spec
}

// writeRepository writes MiniLM's shape with drawn weights, and room for the longest text of the mix.
func writeRepository(dir string, tiny bool) (*repository, error) {
	size := drawn.Full
	if tiny {
		size = drawn.Tiny
	}
	spec, err := drawn.Describe(measured, size)
	if err != nil {
		return nil, err
	}
	spec.MaxSeq, spec.ONNX = mix.Most, true
	if err := spec.Write(dir, weightsSeed); err != nil {
		return nil, err
	}
	if err := writeQuantised(spec, dir); err != nil {
		return nil, err
	}
	return &repository{dir, spec}, nameMarks(dir)
}

// writeQuantised adds the int8 export, under the name that repositories give it.
func writeQuantised(spec drawn.Spec, dir string) error {
	spec.Quantised = true
	aside := filepath.Join(dir, "quantised")
	if err := spec.WriteONNX(aside, weightsSeed); err != nil {
		return err
	}
	return errors.Join(os.Rename(filepath.Join(aside, "model.onnx"), filepath.Join(dir, "onnx", "model_quantized.onnx")), os.Remove(aside))
}

// nameMarks writes the special tokens into tokenizer_config.json too, where repositories of today have them and transformers.js looks.
func nameMarks(dir string) error {
	file := filepath.Join(dir, "tokenizer_config.json")
	all := map[string]any{}
	for _, path := range []string{file, filepath.Join(dir, "special_tokens_map.json")} {
		b, err := os.ReadFile(path)
		if err == nil {
			err = json.Unmarshal(b, &all) // adds to what is there
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", path, err)
		}
	}
	return writeJSON(file, all)
}

// open converts the model as `asterism models pull` does, into a profile of its own in root, and opens it.
func (r *repository) open(ctx context.Context, root, precision string) (*embedder, error) {
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
	return openEmbedder(ctx, &models.Manifest{Dir: root, Profile: "full", Tokenizers: map[string]models.File{key: file}, Models: []models.Model{*m}})
}

// openBoth opens it in both precisions.
func (r *repository) openBoth(ctx context.Context, root string) (*own, error) {
	o := &own{}
	var err error
	if o.f32, err = r.open(ctx, filepath.Join(root, "f32"), models.PrecisionF32); err != nil {
		return nil, fmt.Errorf("open our f32 model: %w", err)
	}
	if o.int8, err = r.open(ctx, filepath.Join(root, "int8"), models.PrecisionInt8); err != nil {
		return nil, errors.Join(fmt.Errorf("open our int8 model: %w", err), o.f32.close())
	}
	return o, nil
}
