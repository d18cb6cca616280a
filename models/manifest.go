package models

import "path/filepath"

// ManifestName is the file in a profile's folder that lists its models.
const ManifestName = "manifest.json"

// ManifestVersion is the newest version of the manifest that this program reads. Version 1 has no fields below Model.PassagePrefix.
const ManifestVersion = 2

// File is a file of a profile: its path inside the folder, with slashes, its SHA-256 in hexadecimal, and its size.
type File struct {
	File   string `json:"file"`
	SHA256 string `json:"sha256"`
	Bytes  int64  `json:"bytes"`
}

// Model is the ONNX file of one space and what must be known to feed it.
type Model struct {
	Space Space
	File
	Tokenizer     string   // key of Manifest.Tokenizers
	Window        int      // most tokens a row may have, special tokens included
	Overlap       int      // tokens that two windows of one text share
	Outputs       []string // names of the graph's outputs, see OutputNames
	Licence       string   // SPDX identifier
	Card          string   // path of the model card inside the folder
	QueryPrefix   string   // put in front of a question; for people, the frames have its ids
	PassagePrefix string   // put in front of a memory; likewise

	Weights      []File      // external data of the graph
	PassageFrame Frame       // ids around each window of a memory
	QueryFrame   Frame       // ids around each window of a question
	QueryLength  int         // Tokens: questions are filled up to so many tokens with MaskID; 0: not
	MaskID       int32       // see QueryLength
	PassageSkip  []int32     // Tokens: ids whose vectors are dropped from memories
	Image        *ImageTower // Multimodal: the graph that embeds images; nil when the profile sees none
	Source       Source      // where the files came from
	Precision    string      // "f32" or "int8"; empty means f32
}

// Frame is what a model wants around the ids of a text: special tokens and the ids of a prefix.
type Frame struct {
	Before []int32 `json:"before,omitempty"`
	After  []int32 `json:"after,omitempty"`
}

// Len is the number of tokens that a frame adds.
func (f Frame) Len() int { return len(f.Before) + len(f.After) }

// ImageTower is the graph that embeds images: input pixel_values float32 [B, 3, Size, Size], (x/255 − Mean)/Std a channel; output embedding.
type ImageTower struct {
	File
	Weights []File     `json:"weights,omitempty"`
	Size    int        `json:"size"`
	Mean    [3]float32 `json:"mean"`
	Std     [3]float32 `json:"std"`
}

// Source names the repository and the revision that a model's files are from.
type Source struct {
	Repo     string `json:"repo,omitempty"`
	Revision string `json:"revision,omitempty"`
}

// Manifest lists the files of one profile. It is read by [LoadManifest] and not changed afterwards.
type Manifest struct {
	Dir        string // the folder that the paths are relative to
	Profile    string
	Tokenizers map[string]File
	Models     []Model // in the order of the spaces
}

// OutputNames lists the outputs that a graph of the given kind must have, in order; none for Binary, which no model
// returns. Shapes for B rows of L tokens: embedding, cause and effect float32 [B, Width]; term_ids int64 and
// term_weights float32 [B, L·K] or [B, N] for some K or N of the model's own; token_embeddings float32 [B, L, Width].
func OutputNames(k Kind) []string {
	switch k {
	case Dense:
		return []string{"embedding"}
	case Pair:
		return []string{"cause", "effect"}
	case Terms:
		return []string{"term_ids", "term_weights"}
	case Tokens:
		return []string{"token_embeddings"}
	}
	return nil
}

// Spaces is the set of the spaces that have a model.
func (m *Manifest) Spaces() Set {
	var s Set
	for i := range m.Models {
		s = s.With(m.Models[i].Space)
	}
	return s
}

// Model returns the model of a space; false when the profile has none.
func (m *Manifest) Model(s Space) (*Model, bool) {
	for i := range m.Models {
		if m.Models[i].Space == s {
			return &m.Models[i], true
		}
	}
	return nil, false
}

// Path is the path of a file of the manifest on this machine.
func (m *Manifest) Path(f File) string { return filepath.Join(m.Dir, filepath.FromSlash(f.File)) }
