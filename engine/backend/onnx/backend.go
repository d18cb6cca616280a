package onnx

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	ort "github.com/yalue/onnxruntime_go"
	"golang.org/x/sync/errgroup"

	"asterism/engine/backend"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// Bound is how far a value of a text embedded alone may lie from the same text's in a batch: the greatest
// difference of any one number. The runtime's matrix kernels choose another order of additions for another number
// of rows, so equality of bits is not promised.
const Bound = 1e-5

var _ backend.Backend = (*Backend)(nil)

// Options says what to open.
type Options struct {
	Manifest *models.Manifest // required
	Spaces   models.Set       // which models of the manifest; none means all
	LibPath  string           // ONNX Runtime's library; empty: see FindLibrary
	Threads  int              // threads inside one run; 0 means 1, which is best when many runs go side by side
	Device   string           // "cpu" or empty; "cuda:N" needs the runtime's CUDA provider beside the library
}

// Backend runs the models of one manifest. It implements [backend.Backend].
type Backend struct {
	device string
	models map[models.Space]*model
	spaces models.Set
	close  sync.Once
}

// Open checks every model file against its recorded hash, loads it, and runs it once on a single token to see that
// its outputs have the space's widths. Models load side by side.
func Open(ctx context.Context, o Options) (*Backend, error) {
	if o.Manifest == nil {
		return nil, errors.New("open onnx backend: no manifest given")
	}
	device, err := parseDevice(o.Device)
	if err != nil {
		return nil, fmt.Errorf("open onnx backend: %w", err)
	}
	wanted := o.Manifest.Spaces()
	if o.Spaces != 0 {
		if missing := o.Spaces.Without(wanted); missing != 0 {
			return nil, fmt.Errorf("open onnx backend: profile %s in %s has no model for %v", o.Manifest.Profile, o.Manifest.Dir, missing.Spaces())
		}
		wanted = o.Spaces
	}
	if err := startEnvironment(o.LibPath); err != nil {
		return nil, fmt.Errorf("open onnx backend: %w", err)
	}
	b := &Backend{device: device.name, models: make(map[models.Space]*model), spaces: wanted}
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, s := range wanted.Spaces() {
		group.Go(func() error {
			m, err := openModel(ctx, o.Manifest, s, device, max(o.Threads, 1))
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			b.models[s] = m
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		b.Close()
		return nil, fmt.Errorf("open onnx backend: %w", err)
	}
	return b, nil
}

// Name says which runtime it is and where it runs.
func (b *Backend) Name() string { return "onnxruntime " + ort.GetVersion() + " on " + b.device }

// Spaces is the set of spaces that have a loaded model.
func (b *Backend) Spaces() models.Set { return b.spaces }

// Embed implements [backend.Backend]. A row without tokens, and a row for which the model gives all zeros, is absent.
func (b *Backend) Embed(ctx context.Context, s models.Space, in *batch.Batch) (out []fingerprint.Value, err error) {
	defer func() {
		if p := recover(); p != nil {
			out, err = nil, fmt.Errorf("embed %v on %s: internal fault: %v", s, b.device, p)
		}
	}()
	m, ok := b.models[s]
	if !ok {
		return nil, fmt.Errorf("embed %v: this backend has models for %v only", s, b.spaces.Spaces())
	}
	out, err = m.embed(ctx, in)
	if err != nil {
		return nil, fmt.Errorf("embed %v on %s: %w", s, b.device, err)
	}
	return out, nil
}

// Close frees the models. The runtime's library stays loaded for the life of the process.
func (b *Backend) Close() error {
	var errs []error
	b.close.Do(func() {
		for _, m := range b.models {
			errs = append(errs, m.session.Destroy())
		}
		b.models, b.spaces = nil, 0
	})
	return errors.Join(errs...)
}
