package models

import (
	"fmt"
	"math"
	"slices"
)

// The precisions of [Model].Precision.
const (
	PrecisionF32  = "f32"
	PrecisionInt8 = "int8"
)

// maxImageSize bounds the side of the images that a tower takes, in pixels: 3·4·4096² bytes are 192 MiB.
const maxImageSize = 4096

func (r *modelJSON) check(tokenizers map[string]File) (Model, error) {
	s, err := ParseSpace(r.Space)
	if err != nil {
		return Model{}, err
	}
	if s.Info().Origin != FromModel {
		return Model{}, fmt.Errorf("space %s is arithmetic and has no model", s)
	}
	if err := r.File.check(); err != nil {
		return Model{}, err
	}
	if r.Card != "" && !localPath(r.Card) {
		return Model{}, fmt.Errorf("card %q leaves the folder", r.Card)
	}
	if _, ok := tokenizers[r.Tokenizer]; !ok {
		return Model{}, fmt.Errorf("tokenizer %q is not listed under tokenizers", r.Tokenizer)
	}
	if r.Window < 1 || r.Overlap < 0 || r.Overlap >= r.Window {
		return Model{}, fmt.Errorf("window %d with overlap %d: want a window of at least 1 and an overlap from 0 to below it", r.Window, r.Overlap)
	}
	if want := OutputNames(s.Info().Kind); !slices.Equal(r.Outputs, want) {
		return Model{}, fmt.Errorf("outputs are %q, want %q", r.Outputs, want)
	}
	d := Model{s, r.File, r.Tokenizer, r.Window, r.Overlap, r.Outputs, r.Licence, r.Card, r.QueryPrefix, r.PassagePrefix,
		r.Weights, r.PassageFrame, r.QueryFrame, r.QueryLength, r.MaskID, r.PassageSkip, r.Image, r.Source, r.Precision}
	for _, check := range []func() error{d.checkFiles, d.checkFrames, d.checkTokens, d.checkImage} {
		if err := check(); err != nil {
			return Model{}, err
		}
	}
	if !slices.Contains([]string{"", PrecisionF32, PrecisionInt8}, d.Precision) {
		return Model{}, fmt.Errorf("precision %q: want %s or %s", d.Precision, PrecisionF32, PrecisionInt8)
	}
	if d.Source.Revision != "" && d.Source.Repo == "" {
		return Model{}, fmt.Errorf("source has the revision %q of no repository: name the repository", d.Source.Revision)
	}
	return d, nil
}

// checkFiles checks the files next to the graphs: complete entries, each file once a graph. Both graphs may have their
// weights in one file.
func (d *Model) checkFiles() error {
	if err := checkGraph(d.File, d.Weights); err != nil {
		return err
	}
	if d.Image == nil {
		return nil
	}
	if d.Image.File.File == d.File.File {
		return fmt.Errorf("file %s is the graph of texts and of images", d.File.File)
	}
	return checkGraph(d.Image.File, d.Image.Weights)
}

func checkGraph(graph File, weights []File) error {
	seen := map[string]bool{}
	for _, f := range append([]File{graph}, weights...) {
		if err := f.check(); err != nil {
			return err
		}
		if seen[f.File] {
			return fmt.Errorf("file %s is listed twice", f.File)
		}
		seen[f.File] = true
	}
	return nil
}

// checkFrames sees to it that a window has room for the text, and for the overlap, within either frame.
func (d *Model) checkFrames() error {
	for name, f := range map[string]Frame{"passage_frame": d.PassageFrame, "query_frame": d.QueryFrame} {
		if err := checkIDs(name, slices.Concat(f.Before, f.After)); err != nil {
			return err
		}
		if room := d.Window - f.Len(); f.Len() > 0 && (room < 1 || d.Overlap >= room) {
			return fmt.Errorf("%s of %d tokens in a window of %d leaves %d for the text: want more than the overlap of %d",
				name, f.Len(), d.Window, room, d.Overlap)
		}
	}
	return nil
}

// checkTokens checks the fields that only spaces of one vector a token have.
func (d *Model) checkTokens() error {
	if d.Space.Info().Kind != Tokens && (d.QueryLength != 0 || d.MaskID != 0 || len(d.PassageSkip) > 0) {
		return fmt.Errorf("query_length, mask_id and passage_skip belong to spaces of one vector a token, which %s is not", d.Space)
	}
	if d.QueryLength < 0 || d.QueryLength > d.Window {
		return fmt.Errorf("query_length %d: want 0 to the window of %d", d.QueryLength, d.Window)
	}
	if d.QueryLength == 0 && d.MaskID != 0 {
		return fmt.Errorf("mask_id %d without query_length: nothing would be filled up with it", d.MaskID)
	}
	if err := checkIDs("mask_id", []int32{d.MaskID}); err != nil {
		return err
	}
	return checkIDs("passage_skip", d.PassageSkip)
}

func checkIDs(name string, ids []int32) error {
	if i := slices.IndexFunc(ids, func(id int32) bool { return id < 0 }); i >= 0 {
		return fmt.Errorf("%s holds the token id %d, want 0 or more", name, ids[i])
	}
	return nil
}

func (d *Model) checkImage() error {
	t := d.Image
	if t == nil {
		return nil
	}
	if d.Space != Multimodal {
		return fmt.Errorf("image belongs to %s, not to %s", Multimodal, d.Space)
	}
	if t.Size < 1 || t.Size > maxImageSize {
		return fmt.Errorf("image size %d: want 1 to %d pixels", t.Size, maxImageSize)
	}
	for c := range t.Std {
		if !(t.Std[c] > 0) || math.IsInf(float64(t.Std[c]), 0) || math.IsInf(float64(t.Mean[c]), 0) {
			return fmt.Errorf("image mean %v and std %v: want finite numbers, each std above 0", t.Mean, t.Std)
		}
	}
	return nil
}

// Files lists every file of the model once: the graph, its weights, and those of the image tower. The tokenizer is not
// among them.
func (d *Model) Files() []File {
	out := append([]File{d.File}, d.Weights...)
	if d.Image == nil {
		return out
	}
	for _, f := range append([]File{d.Image.File}, d.Image.Weights...) {
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

// Int8 reports whether the model computes with 8-bit integers.
func (d *Model) Int8() bool { return d.Precision == PrecisionInt8 }
