package convert

import (
	"encoding/json"
	"fmt"
	"strings"

	"asterism/engine/backend/onnx/graph"
	"asterism/models"
)

// Qwen2 are the options of config.json for Qwen2 decoders (Yang et al. 2024) that decide their numbers.
type Qwen2 struct {
	Vocabulary int     `json:"vocab_size"`
	Hidden     int     `json:"hidden_size"`
	Layers     int     `json:"num_hidden_layers"`
	Heads      int     `json:"num_attention_heads"`
	KeyHeads   int     `json:"num_key_value_heads"`
	HeadWidth  int     `json:"head_dim"`
	Inner      int     `json:"intermediate_size"`
	Activation string  `json:"hidden_act"`
	Places     int     `json:"max_position_embeddings"`
	Epsilon    float64 `json:"rms_norm_eps"`
	Base       float64 `json:"rope_theta"`

	Scaling    map[string]any  `json:"rope_scaling"`
	Rope       map[string]any  `json:"rope_parameters"` // newer files: base and scaling in one
	Sliding    bool            `json:"use_sliding_window"`
	Sections   bool            `json:"use_mrope"`
	LayerTypes []string        `json:"layer_types"`
	Quantised  json.RawMessage `json:"quantization_config"`
	Causal     *bool           `json:"is_causal"` // written by embedding models that were trained to attend both ways
	Code       map[string]any  `json:"auto_map"`
}

// readQwen2 reads and checks the options; what files leave out has the architecture's default.
func (j *job) readQwen2() (*Qwen2, error) {
	c := &Qwen2{KeyHeads: 32, Activation: "silu", Epsilon: 1e-6, Base: 10000}
	if err := j.config.into(c); err != nil {
		return nil, err
	}
	if c.Heads > 0 && c.HeadWidth == 0 {
		c.HeadWidth = c.Hidden / c.Heads
	}
	if err := positive(size{"vocab_size", c.Vocabulary}, size{"hidden_size", c.Hidden}, size{"num_hidden_layers", c.Layers},
		size{"num_attention_heads", c.Heads}, size{"num_key_value_heads", c.KeyHeads}, size{"head_dim", c.HeadWidth},
		size{"intermediate_size", c.Inner}, size{"max_position_embeddings", c.Places}); err != nil {
		return nil, err
	}
	if err := agree(want{"model_type", j.config.Type, "qwen2"}, want{"hidden_act", c.Activation, "silu"},
		want{"num_attention_heads · head_dim", c.Heads * c.HeadWidth, c.Hidden}, want{"head_dim modulo 2", c.HeadWidth % 2, 0},
		want{"num_attention_heads modulo num_key_value_heads", c.Heads % c.KeyHeads, 0},
		want{"use_sliding_window", c.Sliding, false}, want{"use_mrope", c.Sections, false}); err != nil {
		return nil, err
	}
	if n := j.tok.VocabSize(); n > c.Vocabulary {
		return nil, fmt.Errorf("config.json: vocab_size is %d, but tokenizer.json has ids up to %d", c.Vocabulary, n-1)
	}
	if err := c.rotation(); err != nil {
		return nil, err
	}
	return c, c.checkForks()
}

// rotation refuses scaled positions, and reads the base from where newer files have it.
func (c *Qwen2) rotation() error {
	for name, options := range map[string]map[string]any{"rope_scaling": c.Scaling, "rope_parameters": c.Rope} {
		for key, v := range options {
			switch number, isNumber := v.(float64); {
			case key == "rope_theta" && isNumber:
				c.Base = number
			case (key == "type" || key == "rope_type") && v == "default":
			default:
				return fmt.Errorf("config.json: %s has %s %v, but only places as they are, type default, are known here", name, key, v)
			}
		}
	}
	if !(c.Base > 1) {
		return fmt.Errorf("config.json: rope_theta is %v, want above 1", c.Base)
	}
	return nil
}

// checkForks refuses options with which the same tensors give other numbers: matrices of fewer bits, layers of another
// kind, and code of the repository's own, which is not run here, unless config.json says how it attends.
func (c *Qwen2) checkForks() error {
	if q := string(c.Quantised); q != "" && q != "null" {
		return fmt.Errorf("config.json: quantization_config is %.60s, but only weights that are not quantised are known here", q)
	}
	for _, kind := range c.LayerTypes {
		if kind != "full_attention" {
			return fmt.Errorf("config.json: layer_types has %q, but only full_attention is known here", kind)
		}
	}
	code, ok := c.Code["AutoModel"]
	if !ok {
		return nil
	}
	name := fmt.Sprint(code)
	if class := name[strings.LastIndexByte(name, '.')+1:]; class != "Qwen2Model" {
		return fmt.Errorf("config.json: auto_map has the model's own code %q, but only Qwen2Model is known here", name)
	}
	if c.Causal == nil {
		return fmt.Errorf("config.json: auto_map has the model's own code %q and is_causal is missing, so it cannot be told whether tokens look ahead; add is_causal", name)
	}
	return nil
}

// decoderWindow is the most tokens of a decoder's row, below the 32,768 it could take: the scores of attention take
// heads·window² numbers (50 MB with 12 heads), a batch has about 1,000 tokens, and few functions are longer.
const decoderWindow = 1024

// prepareQwen2 checks the repository's pooling and fills in windows and frames.
func (j *job) prepareQwen2() (*Qwen2, error) {
	c, err := j.readQwen2()
	if err != nil {
		return nil, err
	}
	if err := j.expect(models.Dense, c.Hidden); err != nil {
		return nil, err
	}
	if err := j.checkModules("lasttoken"); err != nil {
		return nil, err
	}
	window, err := j.window(c.Places, decoderWindow)
	if err != nil {
		return nil, err
	}
	return c, j.frames("", "", window)
}

// qwen2 is a dense space: the last vector of a row's last token.
func (j *job) qwen2() error {
	c, err := j.prepareQwen2()
	if err != nil {
		return err
	}
	b := j.b
	ids, mask := b.inputs()
	// A batch of one token would go through the runtime's other kernels, see [layers.twice]; if there are no special
	// tokens around a text, one more row of one token avoids that.
	alone := j.model.PassageFrame.Len() == 0
	if alone {
		ids, mask = b.rowMore(ids), b.rowMoreOfOne(mask)
	}
	b.pack(ids, mask)
	last := b.lastToken(b.qwen2(c, j.model.Window))
	if alone {
		last = b.op("Slice", []string{last, b.ints(0), b.ints(-1), b.ints(0)})
	}
	b.dense(last, c.Hidden)
	return nil
}

// rowMoreOfOne adds a row to a mask [B, L] that has its first token only.
func (b *builder) rowMoreOfOne(mask string) string {
	places := b.op("Range", []string{b.number(0), b.op("Squeeze", []string{b.size(mask, 1)}), b.number(1)})
	first := b.cast(b.op("Equal", []string{places, b.number(0)}), graph.Int64)
	return b.op("Concat", []string{mask, b.op("Unsqueeze", []string{first, b.ints(0)})}, attr("axis", int64(0)))
}

// qwen2 is the decoder over the packed tokens; its normalised last vectors [T, Hidden].
func (b *builder) qwen2(c *Qwen2, window int) string {
	p := ""
	if b.weights.has("model.embed_tokens.weight") {
		p = "model."
	}
	a := attentionShape{heads: c.Heads, keyHeads: c.KeyHeads, width: c.HeadWidth, causal: c.Causal == nil || *c.Causal,
		rotary: &rotary{base: c.Base, width: c.HeadWidth, length: window}}
	x := b.embed(p+"embed_tokens.weight", b.packed.ids, c.Vocabulary, c.Hidden)
	for i := range c.Layers {
		at := fmt.Sprintf("%slayers.%d.", p, i)
		x = b.add(x, b.qwen2Attention(at+"self_attn.", b.rmsNorm(x, at+"input_layernorm.weight", c.Epsilon, c.Hidden), c, a))
		x = b.add(x, b.qwen2Inner(at+"mlp.", b.rmsNorm(x, at+"post_attention_layernorm.weight", c.Epsilon, c.Hidden), c))
	}
	return b.rmsNorm(x, p+"norm.weight", c.Epsilon, c.Hidden)
}

func (b *builder) qwen2Attention(p, x string, c *Qwen2, a attentionShape) sum {
	keys := c.KeyHeads * c.HeadWidth
	q := b.linear(x, p+"q_proj.weight", p+"q_proj.bias", c.Hidden, c.Hidden)
	k := b.linear(x, p+"k_proj.weight", p+"k_proj.bias", c.Hidden, keys)
	v := b.linear(x, p+"v_proj.weight", p+"v_proj.bias", c.Hidden, keys)
	return b.product(b.attention(q, k, v, a), p+"o_proj.weight", "", c.Hidden, c.Hidden)
}

func (b *builder) qwen2Inner(p, x string, c *Qwen2) sum {
	gate := b.linear(x, p+"gate_proj.weight", "", c.Hidden, c.Inner)
	up := b.linear(x, p+"up_proj.weight", "", c.Hidden, c.Inner)
	return b.product(b.swiglu(gate, up), p+"down_proj.weight", "", c.Inner, c.Hidden)
}
