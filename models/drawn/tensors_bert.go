package drawn

import (
	"fmt"
	"math"
)

// bert lists an encoder of BERT's and the head of its family.
func (s *Spec) bert(l *list) {
	p := s.Prefix
	std := s.wordStd()
	l.table(p+"embeddings.word_embeddings.weight", s.Vocabulary, s.Hidden, std)
	l.table(p+"embeddings.position_embeddings.weight", s.Positions, s.Hidden, 0.3*std)
	l.table(p+"embeddings.token_type_embeddings.weight", s.types(), s.Hidden, 0.1*std)
	l.norm(p+"embeddings.LayerNorm", s.Hidden)
	if s.Family != MaskedLM {
		l.positions(p+"embeddings.position_ids", s.Positions)
		l.linear(p+"pooler.dense", s.Hidden, s.Hidden) // in the file, and used by none of our spaces
	}
	for i := range s.Layers {
		at := fmt.Sprintf("%sencoder.layer.%d.", p, i)
		for _, name := range []string{"query", "key", "value"} {
			l.linear(at+"attention.self."+name, s.Hidden, s.Hidden)
		}
		l.linear(at+"attention.output.dense", s.Hidden, s.Hidden)
		l.norm(at+"attention.output.LayerNorm", s.Hidden)
		l.linear(at+"intermediate.dense", s.Inner, s.Hidden)
		l.linear(at+"output.dense", s.Hidden, s.Inner)
		l.norm(at+"output.LayerNorm", s.Hidden)
	}
	switch s.Family {
	case MaskedLM:
		l.linear("cls.predictions.transform.dense", s.Hidden, s.Hidden)
		l.norm("cls.predictions.transform.LayerNorm", s.Hidden)
		// The decoder is tied to the word embeddings and not in the file. A term's score at a token is around −6 with a
		// deviation of 2: about one in a thousand is above 0, as with a trained model only few are.
		l.vector("cls.predictions.bias", s.Vocabulary, -6, 0.5)
	case ColBERT:
		l.matrix("linear", s.Project, s.Hidden)
	}
}

// wordStd is the deviation of the word embeddings: 1, or what gives the scores of a masked language model, which are
// products with them, a deviation of 2.
func (s *Spec) wordStd() float64 {
	if s.Family == MaskedLM {
		return 2 / math.Sqrt(float64(s.Hidden))
	}
	return 1
}
