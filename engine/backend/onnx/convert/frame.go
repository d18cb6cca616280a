package convert

import (
	"fmt"
	"slices"
	"strings"

	"asterism/models"
)

// frame returns the special tokens around every text, as in the tokenizer's post-processor, and inside them the ids of
// a prefix.
func (j *job) frame(prefix string) (models.Frame, error) {
	const text = -1
	f := j.tok.Wrap(nil, []int32{text})
	at := slices.Index(f, text)
	ids := j.tok.Encode(nil, prefix)
	if err := j.checkPrefix(prefix, ids); err != nil {
		// A tokenizer that marks where words begin replaces the space at the prefix's end by that mark, and puts it before a text too. It does not
		// before a text that begins with the mark itself or with a special token: then the space is missing.
		ids = j.tok.Encode(nil, strings.TrimRight(prefix, " "))
		if j.checkPrefix(prefix, ids) != nil {
			return models.Frame{}, err
		}
	}
	return models.Frame{Before: slices.Concat(f[:at], ids), After: slices.Clone(f[at+1:])}, nil
}

// probes are texts that begin in the ways that could join a prefix: with a letter, a digit, a mark, a space, another
// script, an accent alone, a special token.
var probes = []string{"a", "the cat sat", "Überall", "7 of 9", "'quoted'", ": colon", "-", " spaced", "\ttab", "\nline", "日本語", "é", "́accent", "##", "[SEP]", "😀", "_x", "query: again"}

// checkPrefix makes sure that a prefix and a text may be tokenised separately: the ids of both together must be the ids
// of the prefix's parts, one after another, and those of the text. This is true where words end at spaces. If a tokenizer
// joins across the boundary, frames of ids cannot express the model's input.
func (j *job) checkPrefix(prefix string, parts ...[]int32) error {
	for _, p := range probes {
		if prefix == "" {
			break
		}
		if whole := j.tok.Encode(nil, prefix+p); !slices.Equal(whole, j.tok.Encode(slices.Concat(parts...), p)) {
			return fmt.Errorf("tokenizer.json: the prefix %q joins with what follows (%q); its ids cannot stand in a frame", prefix, p)
		}
	}
	return nil
}

// frames fills in the frames of questions and memories, and the windows.
func (j *job) frames(query, passage string, window int) error {
	m := &j.model
	var err error
	m.QueryPrefix, m.PassagePrefix = query, passage
	if m.QueryFrame, err = j.frame(query); err != nil {
		return err
	}
	if m.PassageFrame, err = j.frame(passage); err != nil {
		return err
	}
	m.Window, m.Overlap = window, window/overlapShare
	if left := window - max(m.QueryFrame.Len(), m.PassageFrame.Len()); left <= m.Overlap {
		return fmt.Errorf("a window of %d tokens leaves %d for text", window, left)
	}
	return nil
}

// markedFrames is frames for BERT encoders, which put every text between two special tokens.
func (j *job) markedFrames(query, passage string, window int) error {
	bare, err := j.frame("")
	if err != nil {
		return err
	}
	if len(bare.Before) == 0 || len(bare.After) == 0 {
		return fmt.Errorf("tokenizer.json: %d special tokens go before a text and %d after it, want both ([CLS] … [SEP])", len(bare.Before), len(bare.After))
	}
	return j.frames(query, passage, window)
}

// overlapShare is the part of a window that two windows of one text share: an eighth.
const overlapShare = 8
