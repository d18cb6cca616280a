// Package makemodel answers: what does a repository of the full profile look like, without its weights? It writes the
// folder of a space's model with weights that are drawn (models/drawn): to try loaders on, and to pull from with
// `asterism models pull --from`.
package makemodel

import (
	"context"
	"fmt"
	"path/filepath"

	"asterism/bench/report"
	"asterism/models"
	"asterism/models/drawn"
)

// commandName is what is written after ./bench.
const commandName = "make-model"

// Command writes such a folder.
var Command = report.Command{Name: commandName, Does: "write a repository of the full profile's models with drawn weights", Run: run}

func run(_ context.Context, a *report.Args) error {
	arch := a.String("arch", "", "the space whose model is written (E1, E5, …), or all of those that have one")
	size := a.String("size", "tiny", "tiny, or full: as large as the real one")
	seed := a.Uint64("seed", 1, "of the weights")
	out := a.String("out", "", "folder; each model goes into OWNER/NAME below it, as on the hub")
	shards := a.Int("shards", 1, "files that the weights are cut into")
	dtype := a.String("dtype", string(drawn.F32), "type of the weights: F32, F16 or BF16")
	multilingual := a.Bool("multilingual", false, "of E1 the model of many languages")
	onnx := a.Bool("onnx", false, "write the ONNX export into onnx/ too")
	if err := a.Parse(); err != nil {
		return err
	}
	if *out == "" {
		return fmt.Errorf("name a folder with -out")
	}
	sizes := map[string]drawn.Size{"tiny": drawn.Tiny, "full": drawn.Full}
	if _, ok := sizes[*size]; !ok {
		return fmt.Errorf("-size %q: want tiny or full", *size)
	}
	spaces := models.OfOrigin(models.FromModel).Spaces()
	if *arch != "all" {
		s, err := models.ParseSpace(*arch)
		if err != nil {
			return fmt.Errorf("-arch: %w", err)
		}
		spaces = []models.Space{s}
	}
	for _, s := range spaces {
		spec, err := drawn.Describe(s, sizes[*size])
		if err != nil {
			return err
		}
		if *multilingual && s == models.Semantic {
			spec = drawn.Multilingual(sizes[*size])
		}
		spec.Shards, spec.DType, spec.ONNX = *shards, drawn.DType(*dtype), *onnx
		dir := filepath.Join(*out, filepath.FromSlash(spec.Repo))
		if err := spec.Write(dir, *seed); err != nil {
			return err
		}
		fmt.Println(dir)
	}
	return nil
}
