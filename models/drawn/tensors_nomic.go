package drawn

import "fmt"

// nomic lists an encoder with one matrix for queries, keys and values, and a gated layer of two.
func (s *Spec) nomic(l *list) {
	l.table("embeddings.word_embeddings.weight", s.Vocabulary, s.Hidden, 1)
	l.table("embeddings.token_type_embeddings.weight", 2, s.Hidden, 0.1)
	l.norm("emb_ln", s.Hidden)
	for i := range s.Layers {
		at := fmt.Sprintf("encoder.layers.%d.", i)
		l.matrix(at+"attn.Wqkv", 3*s.Hidden, s.Hidden)
		l.matrix(at+"attn.out_proj", s.Hidden, s.Hidden)
		l.norm(at+"norm1", s.Hidden)
		l.matrix(at+"mlp.fc11", s.Inner, s.Hidden)
		l.matrix(at+"mlp.fc12", s.Inner, s.Hidden)
		l.matrix(at+"mlp.fc2", s.Hidden, s.Inner)
		l.norm(at+"norm2", s.Hidden)
	}
}
