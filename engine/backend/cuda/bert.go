package cuda

import (
	"fmt"

	"asterism/kernels/cuda"
)

// bertShape is the size of a BERT encoder (Devlin et al. 2018), as config.json gives it.
type bertShape struct {
	Vocabulary, Hidden, Layers, Heads, Inner, Places int
	Epsilon                                          float32
	Activation                                       cuda.Activation
}

// norm is a layer normalisation's scale and shift.
type norm struct{ scale, shift cuda.Pointer }

// dense is a matrix [out, in] with its bias.
type dense struct {
	w, bias cuda.Pointer
	in, out int
}

type bertLayer struct {
	qkv, mixed, up, down     dense
	afterAttention, afterFFN norm
}

// bert is an encoder's weights on a card.
type bert struct {
	shape                   bertShape
	words, positions, kinds cuda.Pointer
	embedded                norm
	layers                  []bertLayer
}

func loadBERT(l *loader, s bertShape) *bert {
	h := s.Hidden
	normOf := func(name string) norm { return norm{l.vector(h, name+".weight"), l.vector(h, name+".bias")} }
	b := &bert{shape: s, words: l.matrix(s.Vocabulary*h, "embeddings.word_embeddings.weight"),
		positions: l.matrix(s.Places*h, "embeddings.position_embeddings.weight"),
		kinds:     l.matrix(2*h, "embeddings.token_type_embeddings.weight"),
		embedded:  normOf("embeddings.LayerNorm")}
	for i := range s.Layers {
		p := fmt.Sprintf("encoder.layer.%d.", i)
		a := p + "attention.self."
		b.layers = append(b.layers, bertLayer{
			qkv:   dense{l.matrix(h*h, a+"query.weight", a+"key.weight", a+"value.weight"), l.vector(h, a+"query.bias", a+"key.bias", a+"value.bias"), h, 3 * h},
			mixed: dense{l.matrix(h*h, p+"attention.output.dense.weight"), l.vector(h, p+"attention.output.dense.bias"), h, h},
			up:    dense{l.matrix(h*s.Inner, p+"intermediate.dense.weight"), l.vector(s.Inner, p+"intermediate.dense.bias"), h, s.Inner},
			down:  dense{l.matrix(h*s.Inner, p+"output.dense.weight"), l.vector(h, p+"output.dense.bias"), s.Inner, h},

			afterAttention: normOf(p + "attention.output.LayerNorm"), afterFFN: normOf(p + "output.LayerNorm"),
		})
	}
	return b
}

// walk runs the encoder and returns its last vectors, bf16 [T, Hidden], which lie in the activations until the next batch.
func (b *bert) walk(k *walker) cuda.Pointer {
	h, t := b.shape.Hidden, k.layout.tokens()
	x, y := k.numbers(0, t*h), k.numbers(1, t*h)
	wide := k.numbers(2, t*max(3*h, b.shape.Inner))
	k.launch(cuda.EmbedLayerNorm(x, k.ids, k.places, b.words, b.positions, b.kinds, b.embedded.scale, b.embedded.shift, t, h, b.shape.Epsilon))
	for i := range b.layers {
		l := &b.layers[i]
		k.product(cuda.Plain, wide, x, l.qkv, 0)
		k.attention(y, wide, b.shape.Heads, h/b.shape.Heads)
		k.product(cuda.Plain, x, y, l.mixed, x)
		k.launch(cuda.LayerNorm(x, x, 0, l.afterAttention.scale, l.afterAttention.shift, t, h, b.shape.Epsilon))
		k.product(b.shape.Activation, wide, x, l.up, 0)
		k.product(cuda.Plain, x, wide, l.down, x)
		k.launch(cuda.LayerNorm(x, x, 0, l.afterFFN.scale, l.afterFFN.shift, t, h, b.shape.Epsilon))
	}
	return x
}
