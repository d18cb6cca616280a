package reference

import (
	"context"
	"fmt"
)

// qwen2 computes the decoder of Yang et al. 2024: causal, rotary positions, heads of keys that queries share, SwiGLU,
// norms before the layers; the vector of a text's last token.
func (m *Model) qwen2(ctx context.Context, rows []Row) ([]Result, error) {
	c, l, p := m.config, &loader{w: m.w}, m.prefix
	ids, _ := flat(rows)
	x := l.lookup(p+"embed_tokens.weight", c.Vocabulary, c.Hidden, ids)
	x, err := m.stack(ctx, l, rows, x, c.Layers, func(i int, x states) states {
		return m.qwen2Layer(l, fmt.Sprintf("%slayers.%d.", p, i), rows, x)
	})
	if err != nil {
		return nil, err
	}
	x = l.rms(x, p+"norm", c.RMSEpsilon)
	if l.err != nil {
		return nil, l.err
	}
	out := results(rows, x)
	for i := range out {
		out[i].Dense = unit(out[i].Hidden[len(out[i].Hidden)-1])
	}
	return out, nil
}

func (m *Model) qwen2Layer(l *loader, at string, rows []Row, x states) states {
	c := m.config
	keys := c.Hidden / c.Heads * c.KVHeads
	h, self := l.rms(x, at+"input_layernorm", c.RMSEpsilon), at+"self_attn."
	q, k, v := l.linear(h, self+"q_proj", c.Hidden), l.linear(h, self+"k_proj", keys), l.linear(h, self+"v_proj", keys)
	a := attention{heads: c.Heads, keyHeads: c.KVHeads, causal: true, rows: rows}
	mixed := a.apply(a.rotate(q, c.Heads, c.Theta), a.rotate(k, c.KVHeads, c.Theta), v)
	y := l.project(mixed, self+"o_proj", c.Hidden)
	x = x.add(y)
	h = l.rms(x, at+"post_attention_layernorm", c.RMSEpsilon)
	gate, value := l.project(h, at+"mlp.gate_proj", c.Inner), l.project(h, at+"mlp.up_proj", c.Inner)
	y = l.project(value.times(gate.each(silu)), at+"mlp.down_proj", c.Hidden)
	return x.add(y)
}
