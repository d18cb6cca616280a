package models

import (
	"bytes"
	"crypto/sha256"
	"fmt"
)

// arithmeticVersion is raised when the values of an arithmetic space change, so that stores notice.
const arithmeticVersion = 1

// Hash identifies everything that decides a space's values: the model's files, its tokenizer, window, overlap, prefixes,
// frames and the other settings of its input. Two manifests with the same Hash embed every text to the same value. For an
// arithmetic space it is a hash of its name and version; for a space that the manifest lacks it is zero.
//
// Stores keep these hashes: a model that uses nothing of version 2 has the hash that version 1 gave it.
func (m *Manifest) Hash(s Space) [32]byte {
	if s.Info().Origin != FromModel {
		return sha256.Sum256(fmt.Appendf(nil, "arithmetic %s version %d", s.Code(), arithmeticVersion))
	}
	d, ok := m.Model(s)
	if !ok {
		return [32]byte{}
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "model %s\ntokenizer %s\nwindow %d overlap %d\nquery %q passage %q\n",
		d.SHA256, m.Tokenizers[d.Tokenizer].SHA256, d.Window, d.Overlap, d.QueryPrefix, d.PassagePrefix)
	d.describe(&b)
	return sha256.Sum256(b.Bytes())
}

// describe writes one line for every field of version 2 that is set. Where the files came from is left out: it does not
// change a value.
func (d *Model) describe(b *bytes.Buffer) {
	for _, w := range d.Weights {
		fmt.Fprintf(b, "weights %s\n", w.SHA256)
	}
	if d.PassageFrame.Len()+d.QueryFrame.Len() > 0 {
		fmt.Fprintf(b, "passage frame %d %d\nquery frame %d %d\n", d.PassageFrame.Before, d.PassageFrame.After, d.QueryFrame.Before, d.QueryFrame.After)
	}
	if d.QueryLength > 0 {
		fmt.Fprintf(b, "query length %d mask %d\n", d.QueryLength, d.MaskID)
	}
	if len(d.PassageSkip) > 0 {
		fmt.Fprintf(b, "passage skip %d\n", d.PassageSkip)
	}
	if t := d.Image; t != nil {
		fmt.Fprintf(b, "image %s size %d mean %v std %v\n", t.SHA256, t.Size, t.Mean, t.Std)
		for _, w := range t.Weights {
			fmt.Fprintf(b, "image weights %s\n", w.SHA256)
		}
	}
	if d.Int8() {
		fmt.Fprintf(b, "precision %s\n", d.Precision)
	}
}
