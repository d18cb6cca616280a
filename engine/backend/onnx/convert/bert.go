package convert

import (
	"fmt"

	"asterism/engine/backend/onnx/graph"
	"asterism/models"
)

// BERT are the options of config.json for BERT encoders (Devlin et al. 2018) that decide their numbers.
type BERT struct {
	Vocabulary int     `json:"vocab_size"`
	Hidden     int     `json:"hidden_size"`
	Layers     int     `json:"num_hidden_layers"`
	Heads      int     `json:"num_attention_heads"`
	Inner      int     `json:"intermediate_size"`
	Activation string  `json:"hidden_act"`
	Places     int     `json:"max_position_embeddings"`
	Types      int     `json:"type_vocab_size"`
	Epsilon    float64 `json:"layer_norm_eps"`
	Position   string  `json:"position_embedding_type"`
	Decoder    bool    `json:"is_decoder"`
	Padding    int     `json:"pad_token_id"`

	Behind int `json:"-"` // XLM-R: rows of the table of places before the first token's, one more than Padding; BERT: 0
}

// Longest is the number of tokens for which there are places.
func (c *BERT) Longest() int { return c.Places - c.Behind }

// bertType is the model_type of the architectures that are BERT's.
func (j *job) bertType() string {
	if len(j.config.Architectures) == 1 && j.config.Architectures[0] == xlmRoberta {
		return "xlm-roberta"
	}
	return "bert"
}

// readBERT reads and checks the options; what older files leave out has its default of that time.
func (j *job) readBERT() (*BERT, error) {
	c := &BERT{Activation: "gelu", Types: 2, Epsilon: 1e-12, Position: "absolute"}
	if j.bertType() != "bert" {
		c.Padding = 1
	}
	if err := j.config.into(c); err != nil {
		return nil, err
	}
	if err := positive(size{"vocab_size", c.Vocabulary}, size{"hidden_size", c.Hidden}, size{"num_hidden_layers", c.Layers},
		size{"num_attention_heads", c.Heads}, size{"intermediate_size", c.Inner}, size{"max_position_embeddings", c.Places},
		size{"type_vocab_size", c.Types}); err != nil {
		return nil, err
	}
	if err := agree(want{"model_type", j.config.Type, j.bertType()}, want{"position_embedding_type", c.Position, "absolute"},
		want{"is_decoder", c.Decoder, false}, want{"hidden_size modulo num_attention_heads", c.Hidden % c.Heads, 0}); err != nil {
		return nil, err
	}
	if n := j.tok.VocabSize(); n > c.Vocabulary {
		return nil, fmt.Errorf("config.json: vocab_size is %d, but tokenizer.json has ids up to %d", c.Vocabulary, n-1)
	}
	if j.bertType() == "bert" {
		return c, nil
	}
	return c, j.placesBehind(c)
}

// placesBehind is for XLM-R, which numbers places from one behind the id of the padding (Conneau et al. 2020, as fairseq has it).
func (j *job) placesBehind(c *BERT) error {
	if err := agree(want{"pad_token_id", c.Padding, int(j.tok.PadID())}); err != nil {
		return fmt.Errorf("%w: that is the id of the padding in tokenizer.json", err)
	}
	if c.Behind = c.Padding + 1; c.Longest() < 1 {
		return fmt.Errorf("config.json: max_position_embeddings is %d, and places begin at %d, behind pad_token_id", c.Places, c.Behind)
	}
	return nil
}

// bertDense is a dense space: the mean of a row's last vectors.
func (j *job) bertDense() error {
	c, err := j.readBERT()
	if err != nil {
		return err
	}
	if err := j.prepareDense(c); err != nil {
		return err
	}
	b := j.b
	b.pack(b.inputs())
	b.dense(b.mean(b.bert(c), c.Hidden), c.Hidden)
	return nil
}

// prepareDense checks the repository's pooling and fills in windows and frames.
func (j *job) prepareDense(c *BERT) error {
	if err := j.expect(models.Dense, c.Hidden); err != nil {
		return err
	}
	if err := j.checkModules("mean_tokens"); err != nil {
		return err
	}
	window, err := j.window(c.Longest(), c.Longest())
	if err != nil {
		return err
	}
	query, passage := "", ""
	if j.opt.Space == models.Semantic {
		query, passage = "query: ", "passage: " // as in E5's training (Wang et al. 2022)
	}
	return j.markedFrames(query, passage, window)
}

// expect makes sure that an architecture's values are those of the space.
func (j *job) expect(kind models.Kind, width int) error {
	info := j.opt.Space.Info()
	if info.Kind != kind {
		return fmt.Errorf("config.json: architecture %s does not give what %v holds", j.config.Architectures[0], j.opt.Space)
	}
	if info.Width != width {
		return fmt.Errorf("config.json: the model is %d wide, but %v is %d", width, j.opt.Space, info.Width)
	}
	return nil
}

// bert is the encoder over the packed tokens; its last vectors [T, Hidden].
func (b *builder) bert(c *BERT) string {
	p := ""
	if !b.weights.has("embeddings.word_embeddings.weight") {
		p = "bert."
	}
	x := b.bertEmbedding(p, c)
	for i := 0; i < c.Layers && b.err == nil; i++ {
		x = b.bertLayer(fmt.Sprintf("%sencoder.layer.%d.", p, i), x, c)
	}
	return x
}

// bertEmbedding is the sum of a token's own vector, its position's, and that of the one segment that all texts are.
func (b *builder) bertEmbedding(p string, c *BERT) string {
	p += "embeddings."
	words := b.embed(p+"word_embeddings.weight", b.packed.ids, c.Vocabulary, c.Hidden)
	at := b.packed.column
	if c.Behind > 0 {
		at = b.placesBehind(c.Behind)
	}
	places := b.embed(p+"position_embeddings.weight", at, c.Places, c.Hidden)
	segment := b.embed(p+"token_type_embeddings.weight", b.ints(0), c.Types, c.Hidden)
	x := b.op("Add", []string{b.op("Add", []string{words, segment}), places})
	scale, bias := b.normNames(p + "LayerNorm")
	return b.layerNorm(x, scale, bias, c.Epsilon, c.Hidden)
}

// placesBehind numbers the tokens of every row from behind on, [T] int64. A token <pad> that a text spells out has the position behind-1 and is
// not counted, as in the reference.
func (b *builder) placesBehind(behind int) string {
	pad := int64(behind - 1)
	own := b.cast(b.op("Not", []string{b.op("Equal", []string{b.packed.ids, b.number(pad)})}), graph.Int64)
	count := b.op("CumSum", []string{own, b.number(0)})
	before := b.rows(b.op("Sub", []string{count, own}), b.packed.first) // [B]: what the rows in front counted
	row := b.op("Div", []string{b.packed.place, b.packed.places})
	place := b.op("Sub", []string{count, b.rows(before, row)})
	return b.op("Add", []string{b.op("Mul", []string{place, own}), b.number(pad)})
}

// bertLayer is one block: attention, then two matrices, each added to its input and normalised.
func (b *builder) bertLayer(p, x string, c *BERT) string {
	q, k, v := b.bertPart(p+"attention.self.query", x, c.Hidden, c.Hidden), b.bertPart(p+"attention.self.key", x, c.Hidden, c.Hidden),
		b.bertPart(p+"attention.self.value", x, c.Hidden, c.Hidden)
	mixed := b.attention(b.addBias(q), b.addBias(k), b.addBias(v), attentionShape{heads: c.Heads, keyHeads: c.Heads, width: c.Hidden / c.Heads})
	scale, bias := b.normNames(p + "attention.output.LayerNorm")
	x = b.addNorm(x, b.bertPart(p+"attention.output.dense", mixed, c.Hidden, c.Hidden), scale, bias, c.Epsilon, c.Hidden)
	inner := b.activation(c.Activation, b.bertPart(p+"intermediate.dense", x, c.Hidden, c.Inner))
	scale, bias = b.normNames(p + "output.LayerNorm")
	return b.addNorm(x, b.bertPart(p+"output.dense", inner, c.Inner, c.Hidden), scale, bias, c.Epsilon, c.Hidden)
}

// bertPart is a matrix with its bias.
func (b *builder) bertPart(name, x string, in, out int) sum {
	return b.product(x, name+".weight", name+".bias", in, out)
}

// normNames are the names of a LayerNorm's scale and bias: the current ones, or those of the first checkpoints.
func (b *builder) normNames(p string) (scale, bias string) {
	if b.weights.has(p + ".gamma") {
		return p + ".gamma", p + ".beta"
	}
	return p + ".weight", p + ".bias"
}
