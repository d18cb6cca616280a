package token

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// maxFile bounds a tokenizer.json; the largest in common use have 20 MB.
const maxFile = 64 << 20

// file is the outer structure of a tokenizer.json. Truncation and padding length are the
// batcher's task and not read.
type file struct {
	Version       string          `json:"version"`
	Truncation    json.RawMessage `json:"truncation"`
	Padding       json.RawMessage `json:"padding"`
	AddedTokens   []fileToken     `json:"added_tokens"`
	Normalizer    json.RawMessage `json:"normalizer"`
	PreTokenizer  json.RawMessage `json:"pre_tokenizer"`
	PostProcessor json.RawMessage `json:"post_processor"`
	Decoder       json.RawMessage `json:"decoder"`
	Model         json.RawMessage `json:"model"`
}

// padding is the used part of the padding section: not the length, only the id.
type padding struct {
	ID *int32 `json:"pad_id"`
}

// Load reads a tokenizer.json.
func Load(path string) (*Tokenizer, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("load tokenizer: %w", err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("load tokenizer %s: %w", path, err)
	}
	t, err := Parse(b)
	if err != nil {
		return nil, fmt.Errorf("load tokenizer %s: %w", path, err)
	}
	return t, nil
}

// Parse reads the content of a tokenizer.json. It refuses, by name, everything that it
// cannot do exactly as the reference does.
func Parse(b []byte) (*Tokenizer, error) {
	if len(b) > maxFile {
		return nil, fmt.Errorf("parse tokenizer: more than %d bytes", maxFile)
	}
	var f file
	if err := strict(b, &f); err != nil {
		return nil, fmt.Errorf("parse tokenizer: %w", err)
	}
	t := &Tokenizer{}
	for _, part := range []struct {
		name  string
		parse func(*file) error
	}{
		{"normalizer", t.parseNormalizer},
		{"pre_tokenizer", t.parsePreTokenizer},
		{"model", t.parseModel},
		{"added_tokens", t.parseAdded},
		{"post_processor", t.parsePostProcessor},
		{"decoder", t.parseDecoder},
		{"padding", t.parsePadding},
	} {
		if err := part.parse(&f); err != nil {
			return nil, fmt.Errorf("parse tokenizer: %s: %w", part.name, err)
		}
	}
	return t, nil
}

func (t *Tokenizer) parsePadding(f *file) error {
	var p padding
	if !isNull(f.Padding) {
		if err := json.Unmarshal(f.Padding, &p); err != nil {
			return err
		}
	}
	if p.ID != nil {
		t.pad = *p.ID
		return t.check(t.pad)
	}
	for _, name := range []string{"[PAD]", "<pad>"} {
		if id, ok := t.TokenID(name); ok {
			t.pad = id
			return nil
		}
	}
	return nil
}

// check refuses an id without a token.
func (t *Tokenizer) check(id int32) error {
	if id < 0 || int(id) >= t.VocabSize() {
		return fmt.Errorf("id %d: no token has it, ids end at %d", id, t.VocabSize()-1)
	}
	return nil
}

// strict decodes one JSON value and refuses fields that v does not have: an option that
// is not read would be silently ignored.
func strict(b []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("content after the end of the JSON value")
	}
	return nil
}

// componentType is the "type" of a component, "" for null.
func componentType(b json.RawMessage) (string, error) {
	if isNull(b) {
		return "", nil
	}
	var c struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(b, &c); err != nil {
		return "", err
	}
	if c.Type == "" {
		return "", errors.New("component without a type")
	}
	return c.Type, nil
}

func isNull(b json.RawMessage) bool {
	return len(b) == 0 || string(b) == "null"
}

// maxDepth bounds the nesting of Sequences.
const maxDepth = 8

// needs returns the value of an option that the file must have.
func needs[T any](name string, v *T) (T, error) {
	if v == nil {
		var zero T
		return zero, fmt.Errorf("option %s: missing", name)
	}
	return *v, nil
}
