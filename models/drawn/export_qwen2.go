package drawn

import (
	"fmt"

	"asterism/engine/backend/onnx/graph"
)

// qwen2 writes a decoder whose queries share heads of keys and values. A padded place is hidden from all.
func (e *export) qwen2() {
	s, p := e.spec, e.spec.Prefix
	e.inputs("input_ids", "attention_mask", "position_ids")
	padding := e.op("Not", []string{e.cast("attention_mask", graph.Bool)})
	hidden := e.bias(e.op("Or", []string{e.later(), e.op("Unsqueeze", []string{padding, e.ints(1, 2)})}))
	turn := e.rotation("position_ids", qwen2Base, s.Hidden/s.Heads)
	x := e.op("Gather", []string{e.weight(p + "embed_tokens.weight"), "input_ids"})
	for i := range s.Layers {
		at := fmt.Sprintf("%slayers.%d.", p, i)
		x = e.op("Add", []string{x, e.qwen2Attention(e.rms(x, at+"input_layernorm"), hidden, turn, at+"self_attn.")})
		h := e.rms(x, at+"post_attention_layernorm")
		inner := e.op("Mul", []string{e.silu(e.project(h, at+"mlp.gate_proj"), 1), e.project(h, at+"mlp.up_proj")})
		x = e.op("Add", []string{x, e.project(inner, at+"mlp.down_proj")})
	}
	e.output("last_hidden_state", e.rms(x, p+"norm"), "batch", "sequence", s.Hidden)
}

func (e *export) qwen2Attention(x, hidden string, r rotation, at string) string {
	s := e.spec
	split := func(name string, heads int) string { return e.heads(e.linear(x, at+name), heads, r.width, 0, 2, 1, 3) }
	q := e.rotate(split("q_proj", s.Heads), r)
	k := e.transpose(e.share(e.rotate(split("k_proj", s.KVHeads), r), r.width), 0, 1, 3, 2)
	v := e.share(split("v_proj", s.KVHeads), r.width)
	return e.project(e.mix(q, k, v, hidden, s.Heads, r.width), at+"o_proj")
}

// share repeats every head of keys or values for the neighbouring queries that share it.
func (e *export) share(x string, width int) string {
	group := int64(e.spec.Heads / e.spec.KVHeads)
	wide := e.op("Expand", []string{e.op("Unsqueeze", []string{x, e.ints(2)}), e.ints(1, 1, group, 1, 1)})
	return e.op("Reshape", []string{wide, e.ints(0, int64(e.spec.Heads), -1, int64(width))})
}
