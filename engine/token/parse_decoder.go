package token

import (
	"errors"
	"fmt"
)

// fileDecoder has the options of every supported decoder.
type fileDecoder struct {
	Type        string  `json:"type"`
	Prefix      *string `json:"prefix"`
	Cleanup     *bool   `json:"cleanup"`
	Replacement *string `json:"replacement"`
	StrRep      *string `json:"str_rep"`
	Scheme      *string `json:"prepend_scheme"`
	Split       *bool   `json:"split"`
	Suffix      *string `json:"suffix"`
	PrefixSpace *bool   `json:"add_prefix_space"`
	TrimOffsets *bool   `json:"trim_offsets"`
	UseRegex    *bool   `json:"use_regex"`
}

func (t *Tokenizer) parseDecoder(f *file) error {
	kind, err := componentType(f.Decoder)
	if err != nil {
		return err
	}
	switch kind {
	case "", "ByteLevel", "WordPiece", "Metaspace", "BPEDecoder":
	default:
		return fmt.Errorf("type %q: not supported", kind)
	}
	var d fileDecoder
	if kind != "" {
		if err := strict(f.Decoder, &d); err != nil {
			return fmt.Errorf("type %q: %w", kind, err)
		}
	}
	if t.decoder, err = d.decoder(); err != nil {
		return fmt.Errorf("type %q: %w", kind, err)
	}
	return nil
}

func (d *fileDecoder) decoder() (decoder, error) {
	switch d.Type {
	case "":
		return spaceDecoder{}, nil
	case "ByteLevel":
		return byteDecoder{}, nil
	case "WordPiece":
		prefix, err := needs("prefix", d.Prefix)
		if err != nil {
			return nil, err
		}
		cleanup, err := needs("cleanup", d.Cleanup)
		return wordPieceDecoder{prefix, cleanup}, err
	case "BPEDecoder":
		suffix, err := needs("suffix", d.Suffix)
		if err == nil && suffix == "" {
			err = errors.New("option suffix: empty")
		}
		return suffixDecoder{suffix}, err
	}
	mark, err := needs("replacement", d.Replacement)
	if err == nil && mark == "" {
		err = errors.New("option replacement: empty")
	}
	return metaspaceDecoder{mark, d.Scheme == nil || *d.Scheme != "never"}, err
}
