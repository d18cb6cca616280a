package drawn

import "fmt"

// bert writes an encoder of BERT's kind.
func (e *export) bert() {
	s, p := e.spec, e.spec.Prefix
	e.inputs("input_ids", "attention_mask", "token_type_ids")
	away := e.away()
	x := e.bertEmbedding(p + "embeddings.")
	for i := range s.Layers {
		x = e.bertLayer(x, away, fmt.Sprintf("%sencoder.layer.%d.", p, i))
	}
	name, width := "last_hidden_state", s.Hidden
	if s.Family == MaskedLM {
		name, width = "logits", s.Vocabulary
		h := e.norm(e.gelu(e.linear(x, "cls.predictions.transform.dense")), "cls.predictions.transform.LayerNorm")
		scores := e.op("MatMul", []string{h, e.turned(p + "embeddings.word_embeddings.weight")})
		x = e.op("Add", []string{scores, e.weight("cls.predictions.bias")})
	}
	e.output(name, x, "batch", "sequence", width)
}

func (e *export) bertEmbedding(p string) string {
	length := e.size("input_ids", 1)
	words := e.op("Gather", []string{e.weight(p + "word_embeddings.weight"), "input_ids"})
	kinds := e.op("Gather", []string{e.weight(p + "token_type_embeddings.weight"), "token_type_ids"})
	places := e.op("Slice", []string{e.weight(p + "position_embeddings.weight"), e.ints(0), length, e.ints(0)})
	return e.norm(e.op("Add", []string{e.op("Add", []string{words, kinds}), places}), p+"LayerNorm")
}

func (e *export) bertLayer(x, away, at string) string {
	x = e.norm(e.op("Add", []string{e.bertAttention(x, away, at+"attention."), x}), at+"attention.output.LayerNorm")
	h := e.linear(e.gelu(e.linear(x, at+"intermediate.dense")), at+"output.dense")
	return e.norm(e.op("Add", []string{h, x}), at+"output.LayerNorm")
}

func (e *export) bertAttention(x, away, at string) string {
	heads, width := e.spec.Heads, e.spec.Hidden/e.spec.Heads
	split := func(name string, turn ...int64) string {
		return e.heads(e.linear(x, at+"self."+name), heads, width, turn...)
	}
	q, k, v := split("query", 0, 2, 1, 3), split("key", 0, 2, 3, 1), split("value", 0, 2, 1, 3)
	return e.linear(e.mix(q, k, v, away, heads, width), at+"output.dense")
}
