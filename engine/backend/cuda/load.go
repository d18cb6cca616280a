package cuda

import (
	"context"
	"fmt"

	"asterism/engine/backend/onnx/convert"
	"asterism/engine/backend/onnx/safetensors"
	"asterism/kernels/cuda"
	"asterism/models"
)

// repository is what a network is made from.
type repository struct {
	*convert.Shape
	model *models.Model
	dir   string
}

// networks create a network of each architecture that [convert.ReadShape] accepts.
var networks = map[string]func(*loader, repository) network{
	"BertModel":        func(l *loader, r repository) network { return loadMean(l, r) },
	"XLMRobertaModel":  func(l *loader, r repository) network { return loadMean(l, r) },
	"BertForMaskedLM":  func(l *loader, r repository) network { return loadSPLADE(l, r) },
	"HF_ColBERT":       func(l *loader, r repository) network { return loadColBERT(l, r) },
	"NomicBertModel":   func(l *loader, r repository) network { return loadNomic(l, r) },
	"Qwen2Model":       func(l *loader, r repository) network { return loadQwen2(l, r) },
	"Qwen2ForCausalLM": func(l *loader, r repository) network { return loadQwen2(l, r) },
	"CLIPModel":        func(l *loader, r repository) network { return loadCLIP(l, r) },
}

// load loads a model from its repository's folder into the GPU. A model for which there are no kernels is an error that says why; it stays on the processor.
func load(l *loader, d *models.Model, dir string) (network, error) {
	if d.Space.Info().Origin != models.FromModel {
		return loadArithmetic(l, d.Space)
	}
	shape, err := convert.ReadShape(dir)
	if err != nil {
		return nil, err
	}
	make, ok := networks[shape.Architecture]
	if !ok {
		return nil, fmt.Errorf("config.json: architecture %s has no kernels", shape.Architecture)
	}
	if l.set, err = safetensors.Open(l.ctx, dir); err != nil {
		return nil, err
	}
	l.int8 = d.Precision == models.PrecisionInt8
	n := make(l, repository{shape, d, dir})
	if l.err != nil {
		return nil, l.err
	}
	if l.int8 {
		n = quantised{n, l.widest}
	}
	return n, nil
}

// alignment is what the GPU's allocations are multiples of.
const alignment = 256

// estimate returns how many bytes a model takes on the GPU, and uses no GPU: it checks that every tensor exists with the right shape, and reads no values. The network
// that it returns can say what its walks need, and cannot walk. The error is the reason why the model stays on the processor.
func estimate(ctx context.Context, d *models.Model, dir string) (bytes uint64, n network, err error) {
	l := &loader{ctx: ctx, dry: true, alloc: func(b int) (cuda.Pointer, error) {
		at := cuda.Pointer(alignment + bytes) // an address that nobody uses, for nothing else; 0 would mean that there is none
		bytes += uint64(roundUp(b))
		return at, nil
	}}
	n, err = load(l, d, dir)
	return bytes, n, err
}

// expect refuses a model whose values are not those of the space, and a window beyond its positions.
func (r repository) expect(l *loader, kind models.Kind, width, places int) {
	info := r.model.Space.Info()
	if info.Kind != kind || info.Width != width {
		l.fail("config.json: %s of width %d does not give what %v holds", r.Architecture, width, r.model.Space)
	}
	if r.model.Window < 1 || r.model.Window > places {
		l.fail("the manifest's window of %v is %d, want 1 to the model's %d places", r.model.Space, r.model.Window, places)
	}
}

// activations are the kernels behind a matrix, by the names that config.json has for them.
var activations = map[string]cuda.Activation{
	"gelu": cuda.GELU, "gelu_new": cuda.GELUTanh, "gelu_pytorch_tanh": cuda.GELUTanh, "quick_gelu": cuda.QuickGELU,
}

func (l *loader) activation(name string) cuda.Activation {
	f, ok := activations[name]
	if !ok {
		l.fail("config.json: no kernel for the activation %q", name)
	}
	return f
}

// heads checks that there is a kernel for heads of hidden/heads numbers.
func (l *loader) heads(hidden, heads int) int {
	width := hidden / heads
	if width != 32 && width != 64 && width != 128 {
		l.fail("config.json: no kernel for attention heads of %d numbers; there are some for 32, 64 and 128", width)
	}
	return width
}
