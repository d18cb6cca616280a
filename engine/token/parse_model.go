package token

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// fileModel has the options of every supported model. The vocabulary is an
// object, or for Unigram a list; merges are "a b" or ["a", "b"].
type fileModel struct {
	Type         string          `json:"type"`
	Vocab        json.RawMessage `json:"vocab"`
	Unk          *string         `json:"unk_token"`
	UnkID        *int32          `json:"unk_id"`
	Prefix       *string         `json:"continuing_subword_prefix"`
	Suffix       *string         `json:"end_of_word_suffix"`
	MaxRunes     *int            `json:"max_input_chars_per_word"`
	Merges       json.RawMessage `json:"merges"`
	Dropout      *float64        `json:"dropout"`
	FuseUnk      bool            `json:"fuse_unk"`
	ByteFallback bool            `json:"byte_fallback"`
	IgnoreMerges bool            `json:"ignore_merges"`
}

func (t *Tokenizer) parseModel(f *file) error {
	if isNull(f.Model) {
		return errors.New("missing")
	}
	var m fileModel
	if err := strict(f.Model, &m); err != nil {
		return err
	}
	if m.Type == "" { // files of the first versions do not name a type
		m.Type = m.guessType()
	}
	if m.ByteFallback {
		return fmt.Errorf("type %q: option byte_fallback: not supported", m.Type)
	}
	parse := map[string]func(*fileModel) error{
		"WordPiece": t.parseWordPiece, "BPE": t.parseBPE, "Unigram": t.parseUnigram,
	}[m.Type]
	if parse == nil {
		return fmt.Errorf("type %q: not supported", m.Type)
	}
	if err := parse(&m); err != nil {
		return fmt.Errorf("type %q: %w", m.Type, err)
	}
	if t.byteLevel() && m.Type != "BPE" {
		return fmt.Errorf("type %q after pre-tokenizer ByteLevel: not supported", m.Type)
	}
	return nil
}

// guessType identifies a model by the options that only it has, "" for neither.
func (m *fileModel) guessType() string {
	switch {
	case !isNull(m.Merges):
		return "BPE"
	case m.MaxRunes != nil:
		return "WordPiece"
	}
	return ""
}

// byteLevel reports whether words reach the model as bytes.
func (t *Tokenizer) byteLevel() bool {
	return len(t.splits) > 0 && t.splits[len(t.splits)-1].byteLevel
}

// usualVocabulary is the greatest number of tokens for which memory is allocated before they are read: a short file with
// many commas gets no more.
const usualVocabulary = 1 << 17

// parseVocab decodes an object of tokens and ids.
func (t *Tokenizer) parseVocab(m *fileModel) (err error) {
	ids := make(map[string]int32, min(bytes.Count(m.Vocab, []byte{','})+1, usualVocabulary))
	if err := json.Unmarshal(m.Vocab, &ids); err != nil {
		return fmt.Errorf("vocab: %w", err)
	}
	if len(ids) == 0 {
		return errors.New("vocab: empty")
	}
	t.vocab, err = newVocab(ids)
	return err
}

// tokenID is TokenID for a token that the file itself names.
func (t *Tokenizer) tokenID(option string, token *string) (int32, error) {
	name, err := needs(option, token)
	if err != nil {
		return 0, err
	}
	id, ok := t.vocab.ids[name]
	if !ok {
		return 0, fmt.Errorf("option %s: %q is not in the vocabulary", option, name)
	}
	return id, nil
}

func (t *Tokenizer) parseWordPiece(m *fileModel) error {
	if err := t.parseVocab(m); err != nil {
		return err
	}
	unk, err := t.tokenID("unk_token", m.Unk)
	if err != nil {
		return err
	}
	prefix, err := needs("continuing_subword_prefix", m.Prefix)
	if err != nil {
		return err
	}
	maxRunes, err := needs("max_input_chars_per_word", m.MaxRunes)
	if err != nil {
		return err
	}
	var front, inner []string
	var frontIDs, innerIDs []int32
	for id, token := range t.vocab.tokens {
		if token == "" {
			continue
		}
		front, frontIDs = append(front, token), append(frontIDs, int32(id))
		if rest, ok := strings.CutPrefix(token, prefix); ok && rest != "" {
			inner, innerIDs = append(inner, rest), append(innerIDs, int32(id))
		}
	}
	t.model = &wordPiece{
		unk: unk, maxRunes: maxRunes,
		front: newPieceTable(front, frontIDs),
		inner: newPieceTable(inner, innerIDs),
	}
	return nil
}

// parseUnigram decodes a list of pieces and log probabilities.
func (t *Tokenizer) parseUnigram(m *fileModel) error {
	var list []unigramPiece
	if err := json.Unmarshal(m.Vocab, &list); err != nil {
		return fmt.Errorf("vocab: %w", err)
	}
	unk, err := needs("unk_id", m.UnkID)
	if err != nil {
		return err
	}
	if unk < 0 || int(unk) >= len(list) {
		return fmt.Errorf("option unk_id %d: outside the vocabulary of %d", unk, len(list))
	}
	u := &unigram{pieces: newTrie(), unk: unk, unkScore: list[0].score}
	t.vocab = &vocab{ids: make(map[string]int32, len(list))}
	for i, p := range list {
		if err := t.vocab.set(p.text, int32(i)); err != nil {
			return err
		}
		if p.text != "" {
			u.pieces.add(p.text, int32(i))
		}
		u.scores = append(u.scores, p.score)
		u.unkScore = min(u.unkScore, p.score)
	}
	u.unkScore -= unkPenalty
	t.model, t.cache = u, newWordCache()
	return nil
}

// unigramPiece is ["text", score].
type unigramPiece struct {
	text  string
	score float64
}

// UnmarshalJSON decodes the two-element list.
func (p *unigramPiece) UnmarshalJSON(b []byte) error {
	var pair []any
	if err := json.Unmarshal(b, &pair); err != nil {
		return err
	}
	if len(pair) == 2 {
		text, isText := pair[0].(string)
		score, isScore := pair[1].(float64)
		if isText && isScore {
			p.text, p.score = text, score
			return nil
		}
	}
	return fmt.Errorf("piece %.60s: must be [text, score]", b)
}
