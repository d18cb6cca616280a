package modelscmd

import (
	"context"
	"path/filepath"
	"slices"

	"asterism/cmd/asterism/shell"
	"asterism/engine/backend/onnx/convert"
	"asterism/models"
	"asterism/models/hub"
)

// convertModels is the [hub.Build] of a profile: every fetched repository becomes a graph over its own weights, and the manifest lists these and the kept ones.
func convertModels(profile string, b *shell.Bar) hub.Build {
	return func(ctx context.Context, root string, fetched []hub.Item, kept []models.Model, pins map[string]hub.Pin) error {
		all := slices.Clone(kept)
		for i := range fetched {
			it := &fetched[i]
			b.Set("converting "+it.Space.Code(), int64(i), int64(len(fetched)))
			m, err := convertOne(ctx, root, it, pins[it.Space.Code()])
			if err != nil {
				return err
			}
			all = append(all, *m)
		}
		slices.SortFunc(all, func(a, b models.Model) int { return int(a.Space) - int(b.Space) })
		tokenizers, err := tokenizersOf(root, all)
		if err != nil {
			return err
		}
		return convert.WriteManifest(root, profile, tokenizers, all)
	}
}

// cardName is the file of a model's card in a repository.
const cardName = "README.md"

func convertOne(ctx context.Context, root string, it *hub.Item, pin hub.Pin) (*models.Model, error) {
	dir := filepath.Join(root, it.Folder())
	o := convert.Options{Space: it.Space, Dir: dir, Root: root, Precision: it.Precision, Repo: pin.Repo, Revision: pin.Revision}
	if pin.Heads != nil {
		o.Heads = filepath.Join(dir, pin.Heads.Path)
	}
	m, err := convert.Convert(ctx, o)
	if err != nil {
		return nil, err
	}
	m.Licence = it.Licence
	for _, f := range pin.Files {
		if f.Path == cardName {
			m.Card = it.Folder() + "/" + cardName
		}
	}
	return m, nil
}

// tokenizersOf lists the tokenizers of models, kept and new ones. A file that several models share is listed under the first of the remaining ones.
func tokenizersOf(root string, all []models.Model) (map[string]models.File, error) {
	out := map[string]models.File{}
	for i := range all {
		key, f, err := convert.Tokenizer(root, filepath.Join(root, all[i].Space.Code()))
		if err != nil {
			return nil, err
		}
		if _, ok := out[key]; !ok {
			out[key] = f
		}
		all[i].Tokenizer = key
	}
	return out, nil
}
