package drawn

import "fmt"

// nomic writes an encoder with rotary places and gated layers.
func (e *export) nomic() {
	s := e.spec
	e.inputs("input_ids", "token_type_ids", "attention_mask")
	away := e.away()
	turn := e.rotation(e.op("Unsqueeze", []string{e.places(), e.ints(0)}), nomicBase, s.Hidden/s.Heads)
	words := e.op("Gather", []string{e.weight("embeddings.word_embeddings.weight"), "input_ids"})
	kinds := e.op("Gather", []string{e.weight("embeddings.token_type_embeddings.weight"), "token_type_ids"})
	x := e.norm(e.op("Add", []string{words, kinds}), "emb_ln")
	for i := range s.Layers {
		x = e.nomicLayer(x, away, turn, fmt.Sprintf("encoder.layers.%d.", i))
	}
	e.output("last_hidden_state", x, "batch", "sequence", s.Hidden)
}

func (e *export) nomicLayer(x, away string, r rotation, at string) string {
	x = e.norm(e.op("Add", []string{e.nomicAttention(x, away, r, at+"attn."), x}), at+"norm1")
	gate := e.silu(e.project(x, at+"mlp.fc12"), 1)
	h := e.project(e.op("Mul", []string{e.project(x, at+"mlp.fc11"), gate}), at+"mlp.fc2")
	return e.norm(e.op("Add", []string{h, x}), at+"norm2")
}

// nomicAttention cuts the product with the one matrix into queries, keys and values.
func (e *export) nomicAttention(x, away string, r rotation, at string) string {
	heads := e.spec.Heads
	all, width := e.project(x, at+"Wqkv"), int64(e.spec.Hidden)
	part := func(i int64) string {
		one := e.op("Slice", []string{all, e.ints(i * width), e.ints((i + 1) * width), e.ints(2)})
		return e.heads(one, heads, r.width, 0, 2, 1, 3)
	}
	q, k := e.rotate(part(0), r), e.transpose(e.rotate(part(1), r), 0, 1, 3, 2)
	return e.project(e.mix(q, k, part(2), away, heads, r.width), at+"out_proj")
}
