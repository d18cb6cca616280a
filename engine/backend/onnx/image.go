package onnx

import (
	"context"
	"errors"
	"fmt"
	"slices"

	ort "github.com/yalue/onnxruntime_go"

	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// errNoImages is the error of a model without a second graph for images.
var errNoImages = errors.New("this model sees no images")

// tower is the graph of a model that embeds images.
type tower struct {
	path    string
	size    int // pixels along a side
	width   int // of the embedding
	session *ort.DynamicAdvancedSession
}

// openTower loads the graph of images. Unlike one of texts it is not run once: its one size of row takes seconds on a processor.
// A graph with outputs of another shape fails at its first batch.
func openTower(o *Options, desc *models.Model, options *ort.SessionOptions) (*tower, error) {
	t := &tower{path: o.Manifest.Path(desc.Image.File), size: desc.Image.Size, width: desc.Space.Info().Width}
	var err error
	if t.session, err = ort.NewDynamicAdvancedSession(t.path, []string{"pixel_values"}, []string{"embedding"}, options); err != nil {
		return nil, fmt.Errorf("load the images' model of %v from %s: %w", desc.Space, t.path, err)
	}
	return t, nil
}

// embed returns one unit vector for each image.
func (t *tower) embed(ctx context.Context, in *batch.Batch) ([]fingerprint.Value, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := t.check(in); err != nil {
		return nil, err
	}
	rows := len(in.Images)
	vectors := make([]float32, rows*t.width)
	if err := t.run(ctx, rows, slices.Concat(in.Images...), vectors); err != nil {
		return nil, err
	}
	out := make([]fingerprint.Value, rows)
	for i := range out {
		var err error
		if out[i].Dense, err = joinVectors(vectors[i*t.width : (i+1)*t.width]); err != nil {
			return nil, fmt.Errorf("read output of image %d: %w", i, err)
		}
	}
	return out, nil
}

// run computes rows vectors of as many images, which follow one another in pixels.
func (t *tower) run(ctx context.Context, rows int, pixels, vectors []float32) error {
	var all tensors
	defer all.free()
	n, side := int64(rows), int64(t.size)
	addTensor(&all, ort.NewShape(n, 3, side, side), pixels)
	addTensor(&all, ort.NewShape(n, int64(t.width)), vectors)
	if all.err != nil {
		return fmt.Errorf("make tensors for %d images: %w", rows, all.err)
	}
	if err := runCancellable(ctx, t.session, all.values[:1], all.values[1:]); err != nil {
		return fmt.Errorf("run %s on %d images: %w", t.path, rows, err)
	}
	return nil
}

// check refuses images of another size, and a batch that mixes them with anything else.
func (t *tower) check(in *batch.Batch) error {
	if len(in.IDs) > 0 || len(in.Offsets) > 0 || len(in.Texts) > 0 || len(in.Times) > 0 {
		return errors.New("check batch: images and texts in one batch")
	}
	want := 3 * t.size * t.size
	for i, pixels := range in.Images {
		if len(pixels) != want {
			return fmt.Errorf("check batch: image %d has %d values, want %d for 3 × %d × %d", i, len(pixels), want, t.size, t.size)
		}
	}
	return nil
}
