package onnx

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"asterism/engine/backend"
	"asterism/engine/backend/onnx/products"
	"asterism/engine/batch"
	"asterism/engine/caught"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// Bound is how far a value of a text embedded alone may be from the same text's in a batch: the greatest difference of any
// one number. The order of additions in the runtime's matrix kernels depends on the number of rows, so graphs in general
// are not equal to the bit. Graphs that the package convert builds pack their rows so that they are: their bound is zero.
// For a repository's own graph that it only completes this Bound applies.
const Bound = 1e-5

var _ backend.Backend = (*Backend)(nil)

// Options define what to open.
type Options struct {
	Manifest *models.Manifest // required
	Spaces   models.Set       // which models of the manifest; none means all
	Verified bool             // the caller has compared the files with the manifest; else Open does
	LibPath  string           // ONNX Runtime's library; empty: see FindLibrary
	Threads  int              // threads inside one run; 0 means 1, which is best when many runs go in parallel
	Device   string           // "cpu" or empty; "cuda:N" needs the runtime's CUDA provider in the library's folder

	mapFrom  int64 // see the constant, which 0 means; tests set it
	whole    bool  // the runtime reads whole files, and weights in a graph's own file are not mapped; tests set it
	unsigned bool  // only products of unsigned bytes, even where signed ones are exact; tests set it

	GPUMemory int64  // most bytes that all models together may take on the GPU; 0: no limit
	GPUCache  string // folder for what TensorRT builds, created when it does; empty: nothing is kept
}

// Backend runs the models of one manifest. It implements [backend.Backend].
type Backend struct {
	device string
	models map[models.Space]*model
	spaces models.Set
	int8   models.Set // of spaces
	close  sync.Once
}

// Open checks every model file against its recorded hash, loads it, and runs it on the shortest row to check that its
// outputs have the space's widths. Models load in parallel.
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
	b := &Backend{device: device.name, models: make(map[models.Space]*model), spaces: wanted, int8: int8Spaces(o.Manifest, wanted)}
	if err := b.openModels(ctx, &o, device); err != nil {
		b.Close()
		return nil, fmt.Errorf("open onnx backend: %w", err)
	}
	return b, nil
}

// openModels loads the wanted models in parallel.
func (b *Backend) openModels(ctx context.Context, o *Options, device target) error {
	found, shares, err := o.gpuShares(device, b.spaces)
	if err != nil {
		return err
	}
	var mu sync.Mutex
	group, ctx := caught.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, s := range b.spaces.Spaces() {
		group.Go(func() error {
			desc, ok := o.Manifest.Model(s)
			if !ok {
				return fmt.Errorf("open model %v: the manifest lists none", s)
			}
			options, err := sessionOptions(max(o.Threads, 1), o.maps(desc), o.unsigned || products.Saturate())
			if err != nil {
				return fmt.Errorf("open model %v: %w", s, err)
			}
			defer options.Destroy()
			if device.onGPU() {
				if err := (gpu{device.ordinal, shares[s], o.GPUCache}).appendTo(options, found); err != nil {
					return fmt.Errorf("open model %v: %w", s, err)
				}
			}
			m, err := openModel(ctx, o, desc, options, device.onGPU())
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			b.models[s] = m
			return nil
		})
	}
	return group.Wait()
}

// Spaces is the set of spaces that have a loaded model.
func (b *Backend) Spaces() models.Set { return b.spaces }

// Embed implements [backend.Backend]. A row without tokens, and a row for which the model gives all zeros, is absent.
func (b *Backend) Embed(ctx context.Context, s models.Space, in *batch.Batch) (out []fingerprint.Value, err error) {
	m, ok := b.models[s]
	if !ok {
		return nil, fmt.Errorf("embed %v: this backend has models for %v only", s, b.spaces.Spaces())
	}
	err = caught.Run(func() (err error) { out, err = m.embed(ctx, in); return err })
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
			errs = append(errs, m.close())
		}
		b.models, b.spaces, b.int8 = nil, 0, 0
	})
	return errors.Join(errs...)
}
