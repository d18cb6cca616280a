package reference

import (
	"context"
	"fmt"
)

// nomic computes the encoder of Nussbaum et al. 2024: rotary positions, one matrix for queries, keys and values, SwiGLU,
// norms behind the additions, no biases; the mean over a text's tokens.
func (m *Model) nomic(ctx context.Context, rows []Row) ([]Result, error) {
	c, l := m.config, &loader{w: m.w}
	ids, _ := flat(rows)
	x := l.lookup("embeddings.word_embeddings.weight", c.Vocabulary, c.NomicHidden, ids)
	kind := l.lookup("embeddings.token_type_embeddings.weight", 2, c.NomicHidden, make([]int32, len(ids)))
	x = l.norm(x.add(kind), "emb_ln", c.NomicEpsilon)
	x, err := m.stack(ctx, l, rows, x, c.NomicLayers, func(i int, x states) states {
		return m.nomicLayer(l, fmt.Sprintf("encoder.layers.%d.", i), rows, x)
	})
	if err != nil {
		return nil, err
	}
	out := results(rows, x)
	for i, r := range rows {
		out[i].Dense = mean(r, out[i].Hidden)
	}
	return out, nil
}

func (m *Model) nomicLayer(l *loader, at string, rows []Row, x states) states {
	c := m.config
	width := c.NomicHidden
	all := l.project(x, at+"attn.Wqkv", 3*width)
	part := func(i int) states {
		out := make(states, len(all))
		for t := range all {
			out[t] = all[t][i*width : (i+1)*width]
		}
		return out
	}
	a := attention{heads: c.NomicHeads, keyHeads: c.NomicHeads, rows: rows}
	mixed := a.apply(a.rotate(part(0), c.NomicHeads, c.Base), a.rotate(part(1), c.NomicHeads, c.Base), part(2))
	y := l.project(mixed, at+"attn.out_proj", width)
	x = l.norm(x.add(y), at+"norm1", c.NomicEpsilon)
	value, gate := l.project(x, at+"mlp.fc11", c.NomicInner), l.project(x, at+"mlp.fc12", c.NomicInner)
	y = l.project(value.times(gate.each(silu)), at+"mlp.fc2", width)
	return l.norm(x.add(y), at+"norm2", c.NomicEpsilon)
}
