package token

import (
	"encoding/base64"
	"encoding/json"
	"fmt"

	"golang.org/x/text/unicode/norm"
)

func (t *Tokenizer) parseNormalizer(f *file) (err error) {
	t.normalizer, err = normalizers(nil, f.Normalizer, 0)
	return err
}

// fileNormalizer has the options of every supported normalizer.
type fileNormalizer struct {
	Type        string            `json:"type"`
	Normalizers []json.RawMessage `json:"normalizers"`
	Clean       *bool             `json:"clean_text"`
	Chinese     *bool             `json:"handle_chinese_chars"`
	Accents     *bool             `json:"strip_accents"`
	Lowercase   *bool             `json:"lowercase"`
	Left        *bool             `json:"strip_left"`
	Right       *bool             `json:"strip_right"`
	Pattern     *filePattern      `json:"pattern"`
	Content     *string           `json:"content"`
	Prepend     *string           `json:"prepend"`
	Charsmap    *string           `json:"precompiled_charsmap"`
}

// filePattern is a text or a regular expression.
type filePattern struct {
	String *string `json:"String"`
	Regex  *string `json:"Regex"`
}

// normalizers appends the steps of one component; a Sequence has many.
func normalizers(steps []normalizer, b json.RawMessage, depth int) ([]normalizer, error) {
	kind, err := componentType(b)
	if err != nil || kind == "" {
		return steps, err
	}
	if !knownNormalizers[kind] {
		return nil, fmt.Errorf("type %q: not supported", kind)
	}
	var n fileNormalizer
	if err := strict(b, &n); err != nil {
		return nil, fmt.Errorf("type %q: %w", kind, err)
	}
	if kind == "Sequence" {
		return normalizerSequence(steps, n.Normalizers, depth)
	}
	step, err := n.step()
	if err != nil {
		return nil, fmt.Errorf("type %q: %w", kind, err)
	}
	return append(steps, step), nil
}

func normalizerSequence(steps []normalizer, parts []json.RawMessage, depth int) (_ []normalizer, err error) {
	if depth >= maxDepth {
		return nil, fmt.Errorf("type %q: more than %d inside each other", "Sequence", maxDepth)
	}
	for _, part := range parts {
		if steps, err = normalizers(steps, part, depth+1); err != nil {
			return nil, err
		}
	}
	return steps, nil
}

var knownNormalizers = map[string]bool{
	"Sequence": true, "BertNormalizer": true, "NFC": true, "NFD": true, "NFKC": true, "NFKD": true,
	"Lowercase": true, "StripAccents": true, "Strip": true, "Replace": true, "Prepend": true,
	"Precompiled": true,
}

func (n *fileNormalizer) step() (normalizer, error) {
	switch n.Type {
	case "BertNormalizer":
		return n.bert()
	case "NFC":
		return form{quick: norm.NFC, composes: true}, nil
	case "NFD":
		return form{quick: norm.NFD}, nil
	case "NFKC":
		return form{quick: norm.NFKC, compat: true, composes: true}, nil
	case "NFKD":
		return form{quick: norm.NFKD, compat: true}, nil
	case "Lowercase":
		return lowercase{}, nil
	case "StripAccents":
		return stripAccents{}, nil
	case "Strip":
		left, err := needs("strip_left", n.Left)
		if err != nil {
			return nil, err
		}
		right, err := needs("strip_right", n.Right)
		return strip{left, right}, err
	case "Prepend":
		text, err := needs("prepend", n.Prepend)
		return prepend{text}, err
	case "Precompiled":
		return n.precompiled()
	}
	return n.replace()
}

// bert decodes BertNormalizer; if accents are not mentioned, they follow the case.
func (n *fileNormalizer) bert() (normalizer, error) {
	clean, err := needs("clean_text", n.Clean)
	if err != nil {
		return nil, err
	}
	chinese, err := needs("handle_chinese_chars", n.Chinese)
	if err != nil {
		return nil, err
	}
	lower, err := needs("lowercase", n.Lowercase)
	if err != nil {
		return nil, err
	}
	accents := lower
	if n.Accents != nil {
		accents = *n.Accents
	}
	return newBert(clean, chinese, accents, lower), nil
}

// precompiled decodes a character map in base64. Without one, as some converters write, the reference does not read the file
// either.
func (n *fileNormalizer) precompiled() (normalizer, error) {
	text, err := needs("precompiled_charsmap", n.Charsmap)
	if err != nil {
		return nil, err
	}
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("option precompiled_charsmap: %w", err)
	}
	m, err := parseCharmap(b)
	if err != nil {
		return nil, fmt.Errorf("option precompiled_charsmap: %w", err)
	}
	return precompiled{m}, nil
}

func (n *fileNormalizer) replace() (normalizer, error) {
	content, err := needs("content", n.Content)
	if err != nil {
		return nil, err
	}
	switch p := n.Pattern; {
	case p == nil || (p.String == nil) == (p.Regex == nil):
		return nil, fmt.Errorf("option pattern: needs one of String and Regex")
	case p.String != nil && *p.String == "":
		return nil, fmt.Errorf("option pattern: empty")
	case p.String != nil:
		return replace{matchLiteral(*p.String), content}, nil
	case *p.Regex == `\s+`:
		return replace{matchSpaces, content}, nil
	case *p.Regex == ` {2,}`:
		return replace{matchBlanks, content}, nil
	}
	return nil, fmt.Errorf("regular expression %q: not supported", *n.Pattern.Regex)
}
