package reference

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// Row is one text: its ids with all special tokens, and for each what attention does with it. Mask 1 is a token; 2 a
// token that sees the 1s and is seen by nobody, itself included (ColBERT's expansion of questions). A nil mask is all 1.
type Row struct {
	IDs  []int32
	Mask []int64
}

// seen reports whether other tokens look at token i.
func (r Row) seen(i int) bool { return r.Mask == nil || r.Mask[i] == 1 }

// Rows makes rows without masks.
func Rows(ids [][]int32) []Row {
	out := make([]Row, len(ids))
	for i := range ids {
		out[i].IDs = ids[i]
	}
	return out
}

// Result is what a model returns for one text, or one image.
type Result struct {
	Hidden [][]float64 // the last hidden state of every token, behind the last norm
	Dense  []float64   // pooled as the family does, projected, of unit length; nil for a masked language model and ColBERT
	Terms  []float64   // masked language model: a weight a term of the vocabulary, log(1 + max(0, greatest score))
	Tokens [][]float64 // ColBERT: a unit vector a token
}

// Model computes one model.
type Model struct {
	// Layer, when set, is called with the states behind the embeddings (0) and behind every layer (1, 2, …), by text and token.
	Layer func(layer int, hidden [][][]float64)

	config config
	w      *weights
	prefix string // of the tensors' names, found in the file
}

// config has the keys of config.json that the families use, by any of their names.
type config struct {
	Architectures []string `json:"architectures"`
	Kind          string   `json:"model_type"`

	Layers     int     `json:"num_hidden_layers"`
	Hidden     int     `json:"hidden_size"`
	Heads      int     `json:"num_attention_heads"`
	KVHeads    int     `json:"num_key_value_heads"`
	Inner      int     `json:"intermediate_size"`
	Vocabulary int     `json:"vocab_size"`
	Positions  int     `json:"max_position_embeddings"`
	Padding    int32   `json:"pad_token_id"`
	Types      int     `json:"type_vocab_size"`
	Epsilon    float64 `json:"layer_norm_eps"`
	RMSEpsilon float64 `json:"rms_norm_eps"`
	Theta      float64 `json:"rope_theta"`
	Project    int     `json:"projection_dim"`

	NomicLayers  int     `json:"n_layer"`
	NomicHidden  int     `json:"n_embd"`
	NomicHeads   int     `json:"n_head"`
	NomicInner   int     `json:"n_inner"`
	NomicEpsilon float64 `json:"layer_norm_epsilon"`
	Base         float64 `json:"rotary_emb_base"`

	Text  *config `json:"text_config"`
	Image *config `json:"vision_config"`
	Size  int     `json:"image_size"`
	Patch int     `json:"patch_size"`
}

// Open reads the configuration of the model in dir and finds its weights.
func Open(dir string) (*Model, error) {
	text, err := os.ReadFile(filepath.Join(dir, "config.json"))
	if err != nil {
		return nil, fmt.Errorf("open reference: %w", err)
	}
	m := &Model{}
	if err := json.Unmarshal(text, &m.config); err != nil {
		return nil, fmt.Errorf("open reference %s: %w", dir, err)
	}
	if len(m.config.Architectures) != 1 {
		return nil, fmt.Errorf("open reference %s: architectures are %q, want one", dir, m.config.Architectures)
	}
	if m.w, err = openWeights(dir); err != nil {
		return nil, err
	}
	m.prefix = m.w.prefix()
	return m, nil
}

// prefix is put before the names that begin with the embeddings.
func (w *weights) prefix() string {
	for _, p := range []string{"bert.", "model."} {
		for name := range w.tensors {
			if len(name) > len(p) && name[:len(p)] == p {
				return p
			}
		}
	}
	return ""
}

// Close closes the files.
func (m *Model) Close() error { return m.w.close() }

// Embed computes texts side by side, layer by layer. Each is computed as if it were alone.
func (m *Model) Embed(ctx context.Context, rows ...Row) ([]Result, error) {
	for i, r := range rows {
		if len(r.IDs) == 0 || r.Mask != nil && len(r.Mask) != len(r.IDs) {
			return nil, fmt.Errorf("embed row %d: %d ids and %d masks", i, len(r.IDs), len(r.Mask))
		}
	}
	families := map[string]func(context.Context, []Row) ([]Result, error){
		"BertModel": m.bertMean, "XLMRobertaModel": m.bertMean, "BertForMaskedLM": m.masked, "HF_ColBERT": m.colbert,
		"NomicBertModel": m.nomic, "Qwen2Model": m.qwen2, "Qwen2ForCausalLM": m.qwen2, "CLIPModel": m.clipText,
	}
	f, ok := families[m.config.Architectures[0]]
	if !ok {
		return nil, fmt.Errorf("embed: the architecture %q is not known", m.config.Architectures[0])
	}
	out, err := f(ctx, rows)
	if err != nil {
		return nil, fmt.Errorf("embed with the reference of %s: %w", m.config.Architectures[0], err)
	}
	return out, nil
}

// stack applies n layers and calls [Model.Layer] with the states between them.
func (m *Model) stack(ctx context.Context, l *loader, rows []Row, x states, n int, layer func(i int, x states) states) (states, error) {
	for i := range n + 1 {
		if l.err != nil {
			return nil, l.err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if m.Layer != nil {
			m.Layer(i, split(rows, x))
		}
		if i < n {
			x = layer(i, x)
		}
	}
	return x, l.err
}

// split deals states out to the texts.
func split(rows []Row, x states) [][][]float64 {
	out := make([][][]float64, len(rows))
	for i, r := range rows {
		out[i], x = x[:len(r.IDs)], x[len(r.IDs):]
	}
	return out
}

// results starts the results of texts with their hidden states.
func results(rows []Row, x states) []Result {
	out := make([]Result, len(rows))
	for i, h := range split(rows, x) {
		out[i].Hidden = h
	}
	return out
}

// mean is over the tokens whose mask is 1, of unit length.
func mean(r Row, hidden [][]float64) []float64 {
	sum := make([]float64, len(hidden[0]))
	for t, v := range hidden {
		if r.seen(t) {
			for i, a := range v {
				sum[i] += a
			}
		}
	}
	return unit(sum) // of a mean only the direction stays
}
