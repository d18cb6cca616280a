package cuda

import (
	"fmt"

	"asterism/engine/backend/onnx/convert"
	"asterism/engine/batch"
	"asterism/kernels/cuda"
	"asterism/models"
)

// qwen2 is a decoder as a dense space (Yang et al. 2024): causal, rotary positions, heads of keys that queries share, gated matrices, norms before the layers;
// the last vector of a text's last token.
type qwen2 struct {
	texts
	hidden, inner int
	attention     attentionShape
	words         cuda.Pointer
	rotaryTables  rotaryTables
	layers        []qwen2Layer
	last          norm
}

type qwen2Layer struct {
	attention, ffn       norm
	qkv, mixed, up, down dense
}

func loadQwen2(l *loader, r repository) *qwen2 {
	c, h := r.Qwen2, r.Qwen2.Hidden
	r.expect(l, models.Dense, h, c.Places)
	if !l.has("embed_tokens.weight") {
		l.prefix = "model."
	}
	q := &qwen2{texts: texts{window: r.model.Window, vocabulary: c.Vocabulary}, hidden: h, inner: c.Inner,
		attention:    attentionShape{heads: c.Heads, keyHeads: c.KeyHeads, width: l.heads(c.HeadWidth, 1), causal: c.Causal == nil || *c.Causal},
		words:        l.matrix(h, c.Vocabulary, l.stack(h, part{"embed_tokens.weight", c.Vocabulary})),
		rotaryTables: l.rotaryTables(r.model.Window, c.HeadWidth, c.Base)}
	for i := 0; i < c.Layers && l.err == nil; i++ {
		q.layers = append(q.layers, loadQwen2Layer(l, fmt.Sprintf("layers.%d.", i), c))
	}
	q.last = l.rms("norm", h, c.Epsilon)
	l.prefix = ""
	return q
}

func loadQwen2Layer(l *loader, p string, c *convert.Qwen2) qwen2Layer {
	h, keys, a, m := c.Hidden, c.KeyHeads*c.HeadWidth, p+"self_attn.", p+"mlp."
	return qwen2Layer{
		attention: l.rms(p+"input_layernorm", h, c.Epsilon), ffn: l.rms(p+"post_attention_layernorm", h, c.Epsilon),
		qkv: l.dense(h, h+2*keys, l.vector(part{a + "q_proj.bias", h}, part{a + "k_proj.bias", keys}, part{a + "v_proj.bias", keys}),
			l.stack(h, part{a + "q_proj.weight", h}, part{a + "k_proj.weight", keys}, part{a + "v_proj.weight", keys})),
		mixed: l.dense(h, h, 0, l.stack(h, part{a + "o_proj.weight", h})),
		up:    l.dense(h, 2*c.Inner, 0, gated(h, l.stack(h, part{m + "gate_proj.weight", c.Inner}), l.stack(h, part{m + "up_proj.weight", c.Inner}))),
		down:  l.dense(c.Inner, h, 0, l.stack(c.Inner, part{m + "down_proj.weight", h})),
	}
}

func (q *qwen2) lay(in *batch.Batch, rows []int) (*layout, error) { return q.texts.lay(in, rows, last) }

func (q *qwen2) needs(s size) need {
	qkv := (q.attention.heads + 2*q.attention.keyHeads) * q.attention.width
	return need{buffers: [buffers]int{2 * s.tokens * q.hidden, 2 * s.tokens * q.hidden, 2 * s.tokens * max(qkv, q.inner)},
		result: 4 * s.texts * q.hidden, packed: bytesOfBytes(s.texts, q.hidden)}
}

func (q *qwen2) walk(k *walker) {
	x, y, wide := k.buffers[bufferX], k.buffers[bufferY], k.buffers[bufferWide]
	k.gathered(x, q.words, 0, q.hidden)
	for i := range q.layers {
		l := &q.layers[i]
		k.normedProduct(cuda.Plain, wide, y, x, l.attention, l.qkv)
		k.rotated(wide, q.attention, q.rotaryTables)
		k.attention(y, wide, q.attention)
		k.mixed(x, y, wide, l.mixed, i == len(q.layers)-1)
		k.normedProduct(cuda.SwiGLU, wide, y, x, l.ffn, l.up)
		k.product(cuda.Plain, x, wide, l.down, x)
	}
	k.normed(y, x, q.last)
	k.united(k.result, y, q.hidden)
	k.packBytes(k.texts(), q.hidden)
}

func (q *qwen2) values(l *layout, data []byte, out outcome) error {
	return denseValues(l, data, q.hidden, out)
}
