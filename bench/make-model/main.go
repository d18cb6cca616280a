// Command make-model answers: what does a repository of the full profile look like, without its weights? It writes the
// folder of a space's model with weights that are drawn (models/drawn): to try loaders on, and to pull from with
// `asterism models pull --from`.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"asterism/bench/report"
	"asterism/models"
	"asterism/models/drawn"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "make-model:", err)
		os.Exit(1)
	}
}

func run() error {
	arch := flag.String("arch", "", "the space whose model is written (E1, E5, …), or all of those that have one")
	size := flag.String("size", "tiny", "tiny, or full: as large as the real one")
	seed := flag.Uint64("seed", 1, "of the weights")
	out := flag.String("out", "", "folder; each model goes into OWNER/NAME below it, as on the hub")
	shards := flag.Int("shards", 1, "files that the weights are cut into")
	dtype := flag.String("dtype", string(drawn.F32), "type of the weights: F32, F16 or BF16")
	onnx := flag.Bool("onnx", false, "write the ONNX export into onnx/ too")
	if err := report.Parse(); err != nil {
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
		spec.Shards, spec.DType, spec.ONNX = *shards, drawn.DType(*dtype), *onnx
		dir := filepath.Join(*out, filepath.FromSlash(spec.Repo))
		if err := spec.Write(dir, *seed); err != nil {
			return err
		}
		fmt.Println(dir)
	}
	return nil
}
