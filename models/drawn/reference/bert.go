package reference

import (
	"context"
	"fmt"
)

// bert computes the hidden states of BERT (Devlin et al. 2018; norms behind the additions).
func (m *Model) bert(ctx context.Context, rows []Row) (states, error) {
	c, l, p := m.config, &loader{w: m.w}, m.prefix
	ids, places := flat(rows)
	if c.Kind == "xlm-roberta" {
		places = placesBehind(rows, c.Padding)
	}
	x := l.lookup(p+"embeddings.word_embeddings.weight", c.Vocabulary, c.Hidden, ids)
	at := l.lookup(p+"embeddings.position_embeddings.weight", c.Positions, c.Hidden, places)
	kind := l.lookup(p+"embeddings.token_type_embeddings.weight", c.Types, c.Hidden, make([]int32, len(ids)))
	x = l.norm(x.add(at).add(kind), p+"embeddings.LayerNorm", c.Epsilon)
	return m.stack(ctx, l, rows, x, c.Layers, func(i int, x states) states {
		return m.bertLayer(l, fmt.Sprintf("%sencoder.layer.%d.", p, i), rows, x)
	})
}

// placesBehind are XLM-R's positions: a row's tokens are counted from one behind the id of the padding; a padding token is not counted, and has its
// id as position.
func placesBehind(rows []Row, padding int32) (places []int32) {
	for _, r := range rows {
		at := padding
		for _, id := range r.IDs {
			if id == padding {
				places = append(places, padding)
				continue
			}
			at++
			places = append(places, at)
		}
	}
	return places
}

func (m *Model) bertLayer(l *loader, at string, rows []Row, x states) states {
	c := m.config
	self := at + "attention.self."
	q, k, v := l.linear(x, self+"query", c.Hidden), l.linear(x, self+"key", c.Hidden), l.linear(x, self+"value", c.Hidden)
	a := attention{heads: c.Heads, keyHeads: c.Heads, rows: rows}
	mixed := l.linear(a.apply(q, k, v), at+"attention.output.dense", c.Hidden)
	x = l.norm(x.add(mixed), at+"attention.output.LayerNorm", c.Epsilon)
	inner := l.linear(x, at+"intermediate.dense", c.Inner)
	outer := l.linear(inner.each(gelu), at+"output.dense", c.Hidden)
	return l.norm(x.add(outer), at+"output.LayerNorm", c.Epsilon)
}

// bertMean is the mean over a text's tokens.
func (m *Model) bertMean(ctx context.Context, rows []Row) ([]Result, error) {
	x, err := m.bert(ctx, rows)
	if err != nil {
		return nil, err
	}
	out := results(rows, x)
	for i, r := range rows {
		out[i].Dense = mean(r, out[i].Hidden)
	}
	return out, nil
}
