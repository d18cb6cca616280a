// Package profile answers: what does a whole full profile look like, without its weights? It writes models of the real
// architectures with random weights, converts them, and lists them in a manifest, as `asterism models pull` does with
// real ones. Tests and benchmarks import it.
package profile

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"

	"asterism/engine/backend/onnx/convert"
	"asterism/models"
	"asterism/models/drawn"

	"golang.org/x/sync/errgroup"
)

// Name is the profile that Write writes.
const Name = "full"

// Write makes the models of the spaces in a folder a space below root, which exists, and returns the manifest of root. No
// spaces means all that have a model; as many as there are cores are made side by side. The same arguments give the same bytes; models of two
// spaces differ.
func Write(ctx context.Context, root string, size drawn.Size, precision string, spaces ...models.Space) (*models.Manifest, error) {
	if len(spaces) == 0 {
		spaces = models.OfOrigin(models.FromModel).Spaces()
	}
	all := make([]models.Model, len(spaces))
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, s := range spaces {
		group.Go(func() error {
			m, err := one(inner, root, size, precision, s)
			if err == nil {
				all[i] = *m
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	tokenizers := map[string]models.File{}
	for i := range all {
		key, file, err := convert.Tokenizer(root, filepath.Join(root, all[i].Space.Code()))
		if err != nil {
			return nil, fmt.Errorf("describe tokenizer of %v: %w", all[i].Space, err)
		}
		if _, ok := tokenizers[key]; !ok {
			tokenizers[key] = file
		}
		all[i].Tokenizer = key
	}
	if err := convert.WriteManifest(root, Name, tokenizers, all); err != nil {
		return nil, err
	}
	return models.LoadManifest(root)
}

// one makes and converts the model of a space.
func one(ctx context.Context, root string, size drawn.Size, precision string, s models.Space) (*models.Model, error) {
	dir := filepath.Join(root, s.Code())
	if err := drawn.Write(dir, s, size, uint64(s)); err != nil {
		return nil, err
	}
	return convert.Convert(ctx, convert.Options{Space: s, Dir: dir, Root: root, Precision: precision})
}
