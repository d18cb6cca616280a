package token

import (
	"errors"
	"fmt"
)

// fileToken is an entry of added_tokens.
type fileToken struct {
	ID         *int32 `json:"id"`
	Content    string `json:"content"`
	SingleWord bool   `json:"single_word"`
	Left       bool   `json:"lstrip"`
	Right      bool   `json:"rstrip"`
	Normalized bool   `json:"normalized"`
	Special    bool   `json:"special"` // no effect on ids
}

// maxAdded is the greatest length of an added token, in bytes: the text is searched for
// all of them at every position.
const maxAdded = 1024

func (t *Tokenizer) parseAdded(f *file) error {
	t.rawAdded, t.added = newAddedTokens(), newAddedTokens()
	for i, token := range f.AddedTokens {
		if err := t.addToken(token, 2*len(f.AddedTokens)); err != nil {
			return fmt.Errorf("token %d %.40q: %w", i, token.Content, err)
		}
	}
	return nil
}

func (t *Tokenizer) addToken(f fileToken, more int) error {
	id, err := needs("id", f.ID)
	if err != nil {
		return err
	}
	if f.Content == "" {
		return errors.New("option content: empty")
	}
	if len(f.Content) > maxAdded {
		return fmt.Errorf("option content: %d bytes, at most %d", len(f.Content), maxAdded)
	}
	if known, ok := t.vocab.ids[f.Content]; ok && known != id {
		return fmt.Errorf("id %d: the vocabulary has it as %d", id, known)
	}
	if limit := 2*len(t.vocab.ids) + more + maxGaps; id < 0 || int(id) >= limit {
		return fmt.Errorf("id %d: outside 0 to %d", id, limit-1)
	}
	if err := t.vocab.set(f.Content, id); err != nil {
		return err
	}
	token := addedToken{id: id, singleWord: f.SingleWord, leftSpace: f.Left, rightSpace: f.Right}
	if f.Normalized {
		t.added.add(t.normal(f.Content), token)
	} else {
		t.rawAdded.add(f.Content, token)
	}
	return nil
}

// normal returns text after the normalizer.
func (t *Tokenizer) normal(text string) string {
	s := new(scratch)
	s.text.load(text, 0, false)
	for _, n := range t.normalizer {
		s.spare.reset(false)
		n.normalize(s, &s.spare, &s.text)
		s.text, s.spare = s.spare, s.text
	}
	return string(s.text.b)
}
