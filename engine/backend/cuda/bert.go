package cuda

import (
	"fmt"

	"asterism/engine/backend/onnx/convert"
	"asterism/kernels/cuda"
)

// bertLayer is a block of BERT's (Devlin et al. 2018): attention, then two matrices, each added to its input and normalised.
type bertLayer struct {
	qkv, mixed, up, down     dense
	afterAttention, afterFFN norm
}

// bert is an encoder's weights on a GPU.
type bert struct {
	texts
	hidden, inner           int
	attention               attentionShape
	activation              cuda.Activation
	words, positions, kinds cuda.Pointer
	embedded                norm
	layers                  []bertLayer
}

func loadBERT(l *loader, c *convert.BERT, window int) *bert {
	if !l.has("embeddings.word_embeddings.weight") {
		l.prefix = "bert."
	}
	h := c.Hidden
	b := &bert{texts: texts{window, c.Vocabulary, int32(c.Behind)}, hidden: h, inner: c.Inner, activation: l.activation(c.Activation),
		attention: attentionShape{heads: c.Heads, keyHeads: c.Heads, width: l.heads(h, c.Heads)},
		words:     l.matrix(h, c.Vocabulary, l.stack(h, part{"embeddings.word_embeddings.weight", c.Vocabulary})),
		positions: l.matrix(h, c.Places, l.stack(h, part{"embeddings.position_embeddings.weight", c.Places})),
		kinds:     l.matrix(h, 1, l.stack(h, part{"embeddings.token_type_embeddings.weight", c.Types})), // all texts are of the first kind
		embedded:  l.norm("embeddings.LayerNorm", h, c.Epsilon)}
	for i := 0; i < c.Layers && l.err == nil; i++ {
		b.layers = append(b.layers, loadBERTLayer(l, fmt.Sprintf("encoder.layer.%d.", i), c))
	}
	l.prefix = ""
	return b
}

func loadBERTLayer(l *loader, p string, c *convert.BERT) bertLayer {
	h, a := c.Hidden, p+"attention.self."
	one := func(name string, in, out int) dense {
		return l.dense(in, out, l.vector(part{p + name + ".bias", out}), l.stack(in, part{p + name + ".weight", out}))
	}
	return bertLayer{
		qkv: l.dense(h, 3*h, l.vector(part{a + "query.bias", h}, part{a + "key.bias", h}, part{a + "value.bias", h}),
			l.stack(h, part{a + "query.weight", h}, part{a + "key.weight", h}, part{a + "value.weight", h})),
		mixed: one("attention.output.dense", h, h), up: one("intermediate.dense", h, c.Inner), down: one("output.dense", c.Inner, h),
		afterAttention: l.norm(p+"attention.output.LayerNorm", h, c.Epsilon), afterFFN: l.norm(p+"output.LayerNorm", h, c.Epsilon),
	}
}

// needs is the encoder's own.
func (b *bert) needs(s size) need {
	return need{buffers: [buffers]int{2 * s.tokens * b.hidden, 2 * s.tokens * b.hidden, 2 * s.tokens * max(3*b.hidden, b.inner)}}
}

// walk runs the encoder; its last vectors, bf16 [tokens, hidden], are in bufferX.
func (b *bert) walk(k *walker) {
	x, y, wide := k.buffers[bufferX], k.buffers[bufferY], k.buffers[bufferWide]
	k.embedded(x, b.words, b.positions, b.kinds, b.embedded)
	for i := range b.layers {
		l := &b.layers[i]
		k.product(cuda.Plain, wide, x, l.qkv, 0)
		k.attention(y, wide, b.attention)
		k.product(cuda.Plain, wide, y, l.mixed, 0)
		k.normedSum(x, wide, l.afterAttention)
		k.product(b.activation, wide, x, l.up, 0)
		k.product(cuda.Plain, y, wide, l.down, 0)
		k.normedSum(x, y, l.afterFFN)
	}
}
