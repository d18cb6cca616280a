package cuda

import (
	"fmt"

	"asterism/engine/backend/onnx/convert"
	"asterism/kernels/cuda"
)

// clipTower is the blocks of one of CLIP's towers (Radford et al. 2021): attention and two matrices, each of a norm of its input, to which it is added. The
// vector of one token is normalised and projected into the space that texts and images share.
type clipTower struct {
	hidden, inner int
	attention     attentionShape
	activation    cuda.Activation
	layers        []clipLayer
	last          norm
	projection    dense
}

type clipLayer struct {
	attention, ffn       norm
	qkv, mixed, up, down dense
}

func loadTower(l *loader, p string, c *convert.CLIPTower, last, projection string, width int, causal bool) clipTower {
	h := c.Hidden
	t := clipTower{hidden: h, inner: c.Inner, activation: l.activation(c.Activation),
		attention: attentionShape{heads: c.Heads, keyHeads: c.Heads, width: l.heads(h, c.Heads), causal: causal}}
	for i := 0; i < c.Layers && l.err == nil; i++ {
		t.layers = append(t.layers, loadTowerLayer(l, fmt.Sprintf("%sencoder.layers.%d.", p, i), c))
	}
	t.last = l.norm(p+last, h, c.Epsilon)
	t.projection = l.small(h, width, l.stack(h, part{projection + ".weight", width}))
	return t
}

func loadTowerLayer(l *loader, p string, c *convert.CLIPTower) clipLayer {
	h, a := c.Hidden, p+"self_attn."
	one := func(name string, in, out int) dense {
		return l.dense(in, out, l.vector(part{p + name + ".bias", out}), l.stack(in, part{p + name + ".weight", out}))
	}
	return clipLayer{
		attention: l.norm(p+"layer_norm1", h, c.Epsilon), ffn: l.norm(p+"layer_norm2", h, c.Epsilon),
		qkv: l.dense(h, 3*h, l.vector(part{a + "q_proj.bias", h}, part{a + "k_proj.bias", h}, part{a + "v_proj.bias", h}),
			l.stack(h, part{a + "q_proj.weight", h}, part{a + "k_proj.weight", h}, part{a + "v_proj.weight", h})),
		mixed: one("self_attn.out_proj", h, h), up: one("mlp.fc1", h, c.Inner), down: one("mlp.fc2", c.Inner, h),
	}
}

func (t *clipTower) needs(s size) need {
	wide := max(3*t.hidden, t.inner)
	return need{buffers: [buffers]int{2 * s.tokens * t.hidden, 2 * s.tokens * t.hidden, 2 * max(s.tokens*wide, s.texts*t.projection.out)},
		result: 4 * s.texts * t.projection.out, packed: bytesOfBytes(s.texts, t.projection.out)}
}

// walk runs the blocks on bufferX, and projects the tokens that stand for the texts or images.
func (t *clipTower) walk(k *walker) {
	x, y, wide := k.buffers[bufferX], k.buffers[bufferY], k.buffers[bufferWide]
	for i := range t.layers {
		l := &t.layers[i]
		k.normed(y, x, l.attention)
		k.product(cuda.Plain, wide, y, l.qkv, 0)
		k.attention(y, wide, t.attention)
		k.mixed(x, y, wide, l.mixed, i == len(t.layers)-1)
		k.normed(y, x, l.ffn)
		k.product(t.activation, wide, y, l.up, 0)
		k.product(cuda.Plain, x, wide, l.down, x)
	}
	k.normed(y, x, t.last)
	k.product(cuda.Plain, wide, y, t.projection, 0)
	k.united(k.result, wide, t.projection.out)
	k.packBytes(k.texts(), t.projection.out)
}
