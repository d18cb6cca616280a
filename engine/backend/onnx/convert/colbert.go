package convert

import (
	"fmt"

	"asterism/engine/backend/onnx/graph"
	"asterism/models"
)

// ColBERT is artifact.metadata, in which ColBERT stores its training settings.
type ColBERT struct {
	QueryLength   int    `json:"query_maxlen"`
	PassageLength int    `json:"doc_maxlen"`
	Dim           int    `json:"dim"`
	Similarity    string `json:"similarity"`
	Punctuation   bool   `json:"mask_punctuation"`
	AttendMask    bool   `json:"attend_to_mask_tokens"`
	QueryToken    string `json:"query_token_id"`
	PassageToken  string `json:"doc_token_id"`
}

// readColBERT reads the settings, or returns those of the published model if the file is missing.
func (j *job) readColBERT() (*ColBERT, error) {
	c := &ColBERT{QueryLength: 32, PassageLength: 180, Dim: 128, Similarity: "cosine", Punctuation: true, QueryToken: "[unused0]", PassageToken: "[unused1]"}
	if _, err := j.optional("artifact.metadata", c); err != nil {
		return nil, err
	}
	if c.Similarity != "cosine" || c.AttendMask {
		return nil, fmt.Errorf("artifact.metadata: similarity %q with attend_to_mask_tokens %t, but only cosine without is known here", c.Similarity, c.AttendMask)
	}
	return c, nil
}

// colbert is the space of one vector a token (Khattab & Zaharia 2020): the encoder's last vectors, made narrow and brought
// to unit length. Questions are filled up with [MASK] tokens, which attend to the question and are attended to by no token.
func (j *job) colbert() error {
	c, err := j.readBERT()
	if err != nil {
		return err
	}
	set, err := j.readColBERT()
	if err != nil {
		return err
	}
	if err := j.expect(models.Tokens, set.Dim); err != nil {
		return err
	}
	if set.QueryLength < 4 || set.QueryLength > set.PassageLength || set.PassageLength > c.Places {
		return fmt.Errorf("artifact.metadata: query_maxlen %d and doc_maxlen %d, want 4 ≤ query ≤ doc ≤ the %d places of the model", set.QueryLength, set.PassageLength, c.Places)
	}
	if err := j.markedFrames("", "", set.PassageLength); err != nil {
		return err
	}
	if err := j.colbertTokens(set); err != nil {
		return err
	}
	b := j.b
	b.pack(b.inputs())
	narrow := b.unit(b.linear(b.bert(c), "linear.weight", "", c.Hidden, set.Dim))
	b.tokens(narrow, set.Dim)
	return nil
}

// tokens declares the output token_embeddings [B, L, width]: zeros where a row has no token.
func (b *builder) tokens(x string, width int) {
	held := b.cast(b.cast("attention_mask", graph.Bool), graph.Float)
	rows := b.op("Mul", []string{b.rows(x, b.packed.number), b.op("Unsqueeze", []string{held, b.ints(2)})})
	b.output("token_embeddings", rows, graph.Float, graph.Dims{"batch", "length", width})
}

// colbertTokens fills in the markers of questions and memories, which stand behind [CLS], and the marks that memories
// have no vectors for.
func (j *job) colbertTokens(set *ColBERT) error {
	m := &j.model
	for _, part := range []struct {
		marker string
		frame  *models.Frame
	}{{set.QueryToken, &m.QueryFrame}, {set.PassageToken, &m.PassageFrame}} {
		id, ok := j.tok.TokenID(part.marker)
		if !ok || len(part.frame.Before) != 1 {
			return fmt.Errorf("tokenizer.json: want the token %s, and one special token in front of a text, not %d", part.marker, len(part.frame.Before))
		}
		part.frame.Before = append(part.frame.Before, id)
	}
	var ok bool
	if m.MaskID, ok = j.tok.TokenID("[MASK]"); !ok {
		return fmt.Errorf("tokenizer.json: lacks the token [MASK]")
	}
	m.QueryLength = set.QueryLength
	if set.Punctuation {
		m.PassageSkip = j.punctuation()
	}
	return nil
}

// punctuation lists the ids of the 32 marks of ASCII, as far as they are tokens.
func (j *job) punctuation() []int32 {
	var out []int32
	for _, mark := range "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~" {
		if id, ok := j.tok.TokenID(string(mark)); ok {
			out = append(out, id)
		}
	}
	return out
}
