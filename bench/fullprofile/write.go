// Package fullprofile answers: what does a whole full profile look like, without its weights? It writes models of the real
// architectures with random weights, converts them, and lists them in a manifest, as `asterism models pull` does with
// real ones. Tests and benchmarks import it.
package fullprofile

import (
	"context"
	"fmt"
	"path/filepath"

	"asterism/bench/makemodel"
	"asterism/engine/backend/onnx/convert"
	"asterism/models"
)

// Name is the profile that Write writes.
const Name = "full"

// Write makes the models of the spaces in a folder a space below root, which exists, and returns the manifest of root. No
// spaces means all that have a model. The same arguments give the same bytes; models of two spaces differ.
func Write(ctx context.Context, root string, size makemodel.Size, precision string, spaces ...models.Space) (*models.Manifest, error) {
	if len(spaces) == 0 {
		spaces = models.OfOrigin(models.FromModel).Spaces()
	}
	tokenizers := map[string]models.File{}
	var all []models.Model
	for _, s := range spaces {
		dir := filepath.Join(root, s.Code())
		if err := makemodel.Write(dir, s, size, uint64(s)); err != nil {
			return nil, err
		}
		m, err := convert.Convert(ctx, convert.Options{Space: s, Dir: dir, Root: root, Precision: precision})
		if err != nil {
			return nil, err
		}
		key, file, err := convert.Tokenizer(root, dir)
		if err != nil {
			return nil, fmt.Errorf("describe tokenizer of %v: %w", s, err)
		}
		if _, ok := tokenizers[key]; !ok {
			tokenizers[key] = file
		}
		m.Tokenizer = key
		all = append(all, *m)
	}
	if err := convert.WriteManifest(root, Name, tokenizers, all); err != nil {
		return nil, err
	}
	return models.LoadManifest(root)
}
