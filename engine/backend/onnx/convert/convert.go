package convert

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"asterism/engine/backend/onnx/safetensors"
	"asterism/engine/token"
	"asterism/models"
)

// Options name a repository's folder and how to convert it.
type Options struct {
	Space     models.Space
	Dir       string // the repository's files, laid out as on the hub; the graph is written into it
	Root      string // folder of the profile, above Dir: paths in the result are relative to it
	Precision string // models.PrecisionF32, or PrecisionInt8 for matrices of bytes; empty means f32
	Heads     string // E5 only, optional: path of a .safetensors file in Dir with cause.weight and effect.weight, each [width, width]
	Repo      string // where the files came from, for the manifest
	Revision  string
}

// GraphName is the file that Convert writes into the folder, with graph.weights where one is needed. Repositories have
// no files of these names, so nothing that was pulled is overwritten.
const GraphName = "graph.onnx"

// Convert writes the graph of a repository and returns its entry of the manifest. The same files give the same bytes.
// An architecture, an option of config.json or a layout that is not known exactly is an error that names it, and
// nothing is written.
func Convert(ctx context.Context, o Options) (*models.Model, error) {
	m, err := convert(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("convert %v in %s: %w", o.Space, o.Dir, err)
	}
	return m, nil
}

func convert(ctx context.Context, o Options) (*models.Model, error) {
	j, err := newJob(ctx, o)
	if err != nil {
		return nil, err
	}
	defer j.side.drop()
	write, err := j.architecture()
	if err != nil {
		return nil, err
	}
	if err := write(j); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return j.finish()
}

// job is one conversion.
type job struct {
	ctx    context.Context
	opt    Options
	config config
	tok    *token.Tokenizer
	set    *safetensors.Set // nil if the repository has only a graph
	onnx   string           // that graph, relative to the folder
	side   *sideFile
	b      *builder
	image  *builder     // E10: the second graph
	model  models.Model // filled on the way
}

func newJob(ctx context.Context, o Options) (*job, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	j := &job{ctx: ctx, opt: o, side: &sideFile{dir: o.Dir}}
	var err error
	if j.config, err = readConfig(filepath.Join(o.Dir, "config.json")); err != nil {
		return nil, err
	}
	if j.tok, err = token.Load(filepath.Join(o.Dir, tokenizerName)); err != nil {
		return nil, err
	}
	if j.set, err = safetensors.Open(ctx, o.Dir); errors.Is(err, safetensors.ErrNone) {
		var none error
		if j.onnx, none = j.findONNX(); none != nil {
			return nil, fmt.Errorf("%w, and %w", err, none)
		}
	} else if err != nil {
		return nil, err
	}
	j.b = newBuilder(weights{ctx: ctx, set: j.set}, j.side, o.Precision)
	info := o.Space.Info()
	j.model = models.Model{Space: o.Space, Outputs: models.OutputNames(info.Kind), Precision: o.precision(),
		Source: models.Source{Repo: o.Repo, Revision: o.Revision}}
	return j, nil
}

func (o Options) precision() string {
	if o.Precision == "" {
		return models.PrecisionF32
	}
	return o.Precision
}

func (o Options) check() error {
	switch {
	case int(o.Space) >= models.Count || o.Space.Info().Origin != models.FromModel:
		return fmt.Errorf("space %v has no model", o.Space)
	case o.precision() != models.PrecisionF32 && o.Precision != models.PrecisionInt8:
		return fmt.Errorf("precision %q: want %s or %s", o.Precision, models.PrecisionF32, models.PrecisionInt8)
	case o.Heads != "" && o.Space.Info().Kind != models.Pair:
		return fmt.Errorf("heads %s: only the causal space has heads of its own", o.Heads)
	}
	st, err := os.Stat(o.Dir)
	if err != nil {
		return err
	}
	if !st.IsDir() {
		return fmt.Errorf("%s is a file, want the folder of a repository", o.Dir)
	}
	rel, err := filepath.Rel(o.Root, o.Dir)
	if err != nil || !filepath.IsLocal(rel) {
		return fmt.Errorf("the profile's folder %s does not hold it", o.Root)
	}
	return nil
}
