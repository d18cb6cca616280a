package convert

import (
	"fmt"

	"asterism/models"
)

// Nomic are the options of config.json for NomicBert encoders (Nussbaum et al. 2024): BERT with rotary positions and
// gated matrices.
type Nomic struct {
	Vocabulary  int      `json:"vocab_size"`
	Hidden      int      `json:"n_embd"`
	Layers      int      `json:"n_layer"`
	Heads       int      `json:"n_head"`
	Inner       *int     `json:"n_inner"` // null: four times Hidden
	Places      int      `json:"n_positions"`
	Trained     int      `json:"max_trained_positions"`
	Types       int      `json:"type_vocab_size"`
	Activation  string   `json:"activation_function"`
	Epsilon     float64  `json:"layer_norm_epsilon"`
	RotaryBase  float64  `json:"rotary_emb_base"`
	RotaryShare float64  `json:"rotary_emb_fraction"`
	Interleaved bool     `json:"rotary_emb_interleaved"`
	ScaleBase   *float64 `json:"rotary_emb_scale_base"`
	Scaling     *float64 `json:"rotary_scaling_factor"`
	QKVBias     bool     `json:"qkv_proj_bias"`
	InBias      bool     `json:"mlp_fc1_bias"`
	OutBias     bool     `json:"mlp_fc2_bias"`
	PreNorm     bool     `json:"prenorm"`
	Parallel    bool     `json:"parallel_block"`
	RMS         bool     `json:"use_rms_norm"`
	Causal      bool     `json:"causal"`
	Scores      bool     `json:"scale_attn_weights"`
	LayerScores bool     `json:"scale_attn_by_inverse_layer_idx"`
}

// readNomic reads and checks the options. Options that change a vector and may be missing have no default: they are then
// 0 or false, and refused if the graph does something else.
func (j *job) readNomic() (*Nomic, error) {
	c := &Nomic{Trained: 2048, Epsilon: 1e-5, RotaryBase: 10000, Scores: true}
	if err := j.config.into(c); err != nil {
		return nil, err
	}
	if c.Inner == nil {
		inner := 4 * c.Hidden
		c.Inner = &inner
	}
	if err := positive(size{"vocab_size", c.Vocabulary}, size{"n_embd", c.Hidden}, size{"n_layer", c.Layers}, size{"n_head", c.Heads},
		size{"n_inner", *c.Inner}, size{"n_positions", c.Places}, size{"max_trained_positions", c.Trained}, size{"type_vocab_size", c.Types}); err != nil {
		return nil, err
	}
	if err := agree(want{"model_type", j.config.Type, "nomic_bert"}, want{"activation_function", c.Activation, "swiglu"},
		want{"rotary_emb_fraction", c.RotaryShare, 1.0}, want{"rotary_emb_scale_base is set", c.ScaleBase != nil, false},
		want{"rotary_scaling_factor is set", c.Scaling != nil, false}, want{"prenorm", c.PreNorm, false},
		want{"parallel_block", c.Parallel, false}, want{"use_rms_norm", c.RMS, false}, want{"causal", c.Causal, false},
		want{"scale_attn_weights", c.Scores, true}, want{"scale_attn_by_inverse_layer_idx", c.LayerScores, false},
		want{"n_embd modulo twice n_head", c.Hidden % (2 * c.Heads), 0}); err != nil {
		return nil, err
	}
	if !(c.RotaryBase > 1) {
		return nil, fmt.Errorf("config.json: rotary_emb_base is %v, want more than 1", c.RotaryBase)
	}
	if n := j.tok.VocabSize(); n > c.Vocabulary {
		return nil, fmt.Errorf("config.json: vocab_size is %d, but tokenizer.json has ids up to %d", c.Vocabulary, n-1)
	}
	return c, nil
}

// The prefixes that the model was trained with, for questions and for memories.
const (
	nomicQuery   = "search_query: "
	nomicPassage = "search_document: "
)

// The words that distinguish the two directions of E5. They come after the model's own prefix; the graph inserts their ids.
const (
	CausePrefix  = "cause: "
	EffectPrefix = "effect: "
)

// nomicWindow is the most tokens of a row. The model has 8,192 positions and was trained on 2,048, but both directions of
// a row of 2,048 need 400 MB for the scores of attention alone (2·12·2,048²·4 bytes), and a row of 1,024 a quarter of
// that.
const nomicWindow = 1024

// nomic is the space of pairs: each text twice, once with the words for a cause in front and once with those for an
// effect; the mean of the last vectors, and behind it a matrix for each direction if the user has trained some.
func (j *job) nomic() error {
	c, d, err := j.prepareNomic()
	if err != nil {
		return err
	}
	b := j.b
	b.pack(b.double(d))
	both := b.mean(b.nomic(c, d.window), c.Hidden)
	return j.pair(both, c.Hidden)
}

// prepareNomic checks the repository's pooling and fills in windows and frames.
func (j *job) prepareNomic() (*Nomic, directionWords, error) {
	c, err := j.readNomic()
	if err != nil {
		return nil, directionWords{}, err
	}
	if err := j.expect(models.Pair, c.Hidden); err != nil {
		return nil, directionWords{}, err
	}
	if err := j.checkModules("mean_tokens"); err != nil {
		return nil, directionWords{}, err
	}
	window, err := j.window(c.Places, min(c.Trained, nomicWindow))
	if err != nil {
		return nil, directionWords{}, err
	}
	d, err := j.directions(window)
	return c, d, err
}

// directions finds where the words of the directions go, and the prefixes of questions and memories.
func (j *job) directions(window int) (directionWords, error) {
	d := directionWords{window: window, cause: j.tok.Encode(nil, CausePrefix), effect: j.tok.Encode(nil, EffectPrefix)}
	for _, model := range []string{nomicQuery, nomicPassage} {
		for _, own := range []string{CausePrefix, EffectPrefix} {
			if err := j.checkPrefix(model+own, j.tok.Encode(nil, model), j.tok.Encode(nil, own)); err != nil {
				return d, err
			}
		}
	}
	if err := j.markedFrames(nomicQuery, nomicPassage, window-d.longest()); err != nil {
		return d, err
	}
	d.at = len(j.model.PassageFrame.Before)
	if n := len(j.model.QueryFrame.Before); n != d.at {
		return d, fmt.Errorf("tokenizer.json: %q has %d tokens and %q has %d; the graph puts the direction behind both at one place", nomicQuery, n, nomicPassage, d.at)
	}
	return d, nil
}

// nomic is the encoder over the packed tokens; its last vectors [T, Hidden].
func (b *builder) nomic(c *Nomic, window int) string {
	words := b.embed("embeddings.word_embeddings.weight", b.packed.ids, c.Vocabulary, c.Hidden)
	segment := b.embed("embeddings.token_type_embeddings.weight", b.ints(0), c.Types, c.Hidden)
	x := b.layerNorm(b.op("Add", []string{words, segment}), "emb_ln.weight", "emb_ln.bias", c.Epsilon, c.Hidden)
	head := c.Hidden / c.Heads
	heads := attentionShape{heads: c.Heads, keyHeads: c.Heads, width: head,
		rotary: &rotary{base: c.RotaryBase, width: head, length: window, interleaved: c.Interleaved}}
	for i := 0; i < c.Layers && b.err == nil; i++ {
		x = b.nomicLayer(fmt.Sprintf("encoder.layers.%d.", i), x, c, heads)
	}
	return x
}

// nomicLayer is one block: attention, then the gated matrices, each added to its input and normalised.
func (b *builder) nomicLayer(p, x string, c *Nomic, heads attentionShape) string {
	bias := func(name string, present bool) string {
		if !present {
			return ""
		}
		return p + name + ".bias"
	}
	h, inner := c.Hidden, *c.Inner
	var qkv [3]string // one below another in a single tensor
	for i := range qkv {
		one := ""
		if c.QKVBias {
			one = part(p+"attn.Wqkv.bias", i, 3)
		}
		qkv[i] = b.linear(x, part(p+"attn.Wqkv.weight", i, 3), one, h, h)
	}
	mixed := b.attention(qkv[0], qkv[1], qkv[2], heads)
	out := b.product(mixed, p+"attn.out_proj.weight", bias("attn.out_proj", c.QKVBias), h, h)
	x = b.addNorm(x, out, p+"norm1.weight", p+"norm1.bias", c.Epsilon, h)
	up := b.linear(x, p+"mlp.fc11.weight", bias("mlp.fc11", c.InBias), h, inner)
	gate := b.linear(x, p+"mlp.fc12.weight", bias("mlp.fc12", c.InBias), h, inner)
	down := b.product(b.swiglu(gate, up), p+"mlp.fc2.weight", bias("mlp.fc2", c.OutBias), inner, h)
	return b.addNorm(x, down, p+"norm2.weight", p+"norm2.bias", c.Epsilon, h)
}
