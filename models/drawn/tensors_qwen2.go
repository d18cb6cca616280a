package drawn

import "fmt"

// qwen2 lists a decoder whose queries share heads of keys and values.
func (s *Spec) qwen2(l *list) {
	p := s.Prefix
	keys := s.Hidden / s.Heads * s.KVHeads
	l.table(p+"embed_tokens.weight", s.Vocabulary, s.Hidden, 1)
	for i := range s.Layers {
		at := fmt.Sprintf("%slayers.%d.", p, i)
		l.vector(at+"input_layernorm.weight", s.Hidden, 1, 0.1)
		l.linear(at+"self_attn.q_proj", s.Hidden, s.Hidden)
		l.linear(at+"self_attn.k_proj", keys, s.Hidden)
		l.linear(at+"self_attn.v_proj", keys, s.Hidden)
		l.matrix(at+"self_attn.o_proj", s.Hidden, s.Hidden)
		l.vector(at+"post_attention_layernorm.weight", s.Hidden, 1, 0.1)
		l.matrix(at+"mlp.gate_proj", s.Inner, s.Hidden)
		l.matrix(at+"mlp.up_proj", s.Inner, s.Hidden)
		l.matrix(at+"mlp.down_proj", s.Hidden, s.Inner)
	}
	l.vector(p+"norm.weight", s.Hidden, 1, 0.1)
}
