package convert

import (
	"encoding/json"
	"fmt"

	"asterism/models"
)

// CLIPTower are the options of one of CLIP's towers (Radford et al. 2021) that decide its numbers.
type CLIPTower struct {
	Hidden     int     `json:"hidden_size"`
	Layers     int     `json:"num_hidden_layers"`
	Heads      int     `json:"num_attention_heads"`
	Inner      int     `json:"intermediate_size"`
	Activation string  `json:"hidden_act"`
	Epsilon    float64 `json:"layer_norm_eps"`
}

// CLIP are the options of both towers and what their projections share.
type CLIP struct {
	Width int       `json:"projection_dim"`
	Text  CLIPText  `json:"text_config"`
	Image CLIPImage `json:"vision_config"`

	TextOver  json.RawMessage `json:"text_config_dict"` // older files have some options twice, and these count
	ImageOver json.RawMessage `json:"vision_config_dict"`
}

// CLIPText are the options of the tower for texts.
type CLIPText struct {
	CLIPTower
	Vocabulary int   `json:"vocab_size"`
	Places     int   `json:"max_position_embeddings"`
	End        int32 `json:"eos_token_id"`
}

// CLIPImage are the options of the tower for images.
type CLIPImage struct {
	CLIPTower
	Size     int `json:"image_size"`
	Patch    int `json:"patch_size"`
	Channels int `json:"num_channels"`
}

// readCLIP reads and checks the options; what files leave out has the value that the architecture gives it.
func (j *job) readCLIP() (*CLIP, error) {
	tower := CLIPTower{Layers: 12, Activation: "quick_gelu", Epsilon: 1e-5}
	text, image := tower, tower
	text.Hidden, text.Heads, text.Inner = 512, 8, 2048
	image.Hidden, image.Heads, image.Inner = 768, 12, 3072
	c := &CLIP{Width: 512,
		Text:  CLIPText{CLIPTower: text, Vocabulary: 49408, Places: 77, End: 49407},
		Image: CLIPImage{CLIPTower: image, Size: 224, Patch: 32, Channels: 3}}
	if err := j.config.into(c); err != nil {
		return nil, err
	}
	for _, part := range []struct {
		over json.RawMessage
		of   any
	}{{c.TextOver, &c.Text}, {c.ImageOver, &c.Image}} {
		if part.over == nil {
			continue
		}
		if err := json.Unmarshal(part.over, part.of); err != nil {
			return nil, fmt.Errorf("read config.json: %w", err)
		}
	}
	if err := agree(want{"model_type", j.config.Type, "clip"}); err != nil {
		return nil, err
	}
	if err := c.Text.check("text_config."); err != nil {
		return nil, err
	}
	if err := c.Image.check("vision_config."); err != nil {
		return nil, err
	}
	if n := j.tok.VocabSize(); n > c.Text.Vocabulary {
		return nil, fmt.Errorf("config.json: text_config.vocab_size is %d, but tokenizer.json has ids up to %d", c.Text.Vocabulary, n-1)
	}
	return c, nil
}

func (t *CLIPTower) check(name string) error {
	if err := positive(size{name + "hidden_size", t.Hidden}, size{name + "num_hidden_layers", t.Layers},
		size{name + "num_attention_heads", t.Heads}, size{name + "intermediate_size", t.Inner}); err != nil {
		return err
	}
	return agree(want{name + "hidden_size modulo num_attention_heads", t.Hidden % t.Heads, 0})
}

func (t *CLIPText) check(name string) error {
	if err := t.CLIPTower.check(name); err != nil {
		return err
	}
	return positive(size{name + "vocab_size", t.Vocabulary}, size{name + "max_position_embeddings", t.Places})
}

func (t *CLIPImage) check(name string) error {
	if err := t.CLIPTower.check(name); err != nil {
		return err
	}
	if err := positive(size{name + "image_size", t.Size}, size{name + "patch_size", t.Patch}); err != nil {
		return err
	}
	return agree(want{name + "num_channels", t.Channels, 3}, want{name + "image_size modulo patch_size", t.Size % t.Patch, 0})
}

// prepareCLIP fills in windows and frames, and finds the id at the end of every text.
func (j *job) prepareCLIP() (c *CLIP, end int32, err error) {
	if c, err = j.readCLIP(); err != nil {
		return nil, 0, err
	}
	if err := j.expect(models.Dense, c.Width); err != nil {
		return nil, 0, err
	}
	if err := j.checkModules(""); err != nil {
		return nil, 0, err
	}
	if err := j.frames("", "", c.Text.Places); err != nil {
		return nil, 0, err
	}
	end, err = j.clipEnd(c)
	return c, end, err
}

// clip is the space that texts and images share: one graph for each tower.
func (j *job) clip() error {
	c, end, err := j.prepareCLIP()
	if err != nil {
		return err
	}
	b := j.b
	b.pack(b.inputs())
	last := b.tokenOf(b.clipText(&c.Text), "input_ids", int64(end))
	b.dense(b.few(last, "text_projection.weight", "", c.Text.Hidden, c.Width), c.Width)
	return j.clipImage(c)
}

// legacyEnd is the eos_token_id of all files from before it was used: the end of a text is then found as its highest id.
const legacyEnd = 2

// clipEnd is the id at whose first position in a row the text's vector is taken. It must be the one token behind a
// text, so that every row has it. With legacyEnd it must also be the highest id that there is.
func (j *job) clipEnd(c *CLIP) (int32, error) {
	end := c.Text.End
	if end == legacyEnd {
		end = int32(j.tok.VocabSize() - 1)
	}
	if after := j.model.PassageFrame.After; len(after) != 1 || after[0] != end {
		return 0, fmt.Errorf("tokenizer.json: puts the ids %v behind a text, but text_config.eos_token_id %d asks for %d", after, c.Text.End, end)
	}
	return end, nil
}

// clipText is the text tower over the packed tokens; its normalised last vectors [T, Hidden].
func (b *builder) clipText(t *CLIPText) string {
	const p = "text_model."
	words := b.embed(p+"embeddings.token_embedding.weight", b.packed.ids, t.Vocabulary, t.Hidden)
	places := b.embed(p+"embeddings.position_embedding.weight", b.packed.column, t.Places, t.Hidden)
	x := b.clipLayers(p, b.op("Add", []string{words, places}), &t.CLIPTower, true)
	return b.clipNorm(x, p+"final_layer_norm", &t.CLIPTower)
}

// clipLayers are the blocks of a tower: attention and two matrices, each of a norm of its input, to which it is added.
func (b *builder) clipLayers(p, x string, t *CLIPTower, causal bool) string {
	for i := range t.Layers {
		at := fmt.Sprintf("%sencoder.layers.%d.", p, i)
		x = b.add(x, b.clipAttention(at+"self_attn.", b.clipNorm(x, at+"layer_norm1", t), t, causal))
		inner := b.product(b.clipNorm(x, at+"layer_norm2", t), at+"mlp.fc1.weight", at+"mlp.fc1.bias", t.Hidden, t.Inner)
		x = b.add(x, b.product(b.activation(t.Activation, inner), at+"mlp.fc2.weight", at+"mlp.fc2.bias", t.Inner, t.Hidden))
	}
	return x
}

func (b *builder) clipNorm(x, name string, t *CLIPTower) string {
	return b.layerNorm(x, name+".weight", name+".bias", t.Epsilon, t.Hidden)
}

func (b *builder) clipAttention(p, x string, t *CLIPTower, causal bool) sum {
	part := func(x, name string) sum { return b.product(x, p+name+".weight", p+name+".bias", t.Hidden, t.Hidden) }
	a := attentionShape{heads: t.Heads, keyHeads: t.Heads, width: t.Hidden / t.Heads, causal: causal}
	return part(b.attention(b.addBias(part(x, "q_proj")), b.addBias(part(x, "k_proj")), b.addBias(part(x, "v_proj")), a), "out_proj")
}
