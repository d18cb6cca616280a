package models

import (
	"encoding/json"
	"fmt"
)

// manifestJSON and modelJSON are the manifest as it is written.
type manifestJSON struct {
	Profile    string          `json:"profile"`
	Version    int             `json:"version"`
	Tokenizers map[string]File `json:"tokenizers"`
	Models     []modelJSON     `json:"models"`
}

type modelJSON struct {
	Space string `json:"space"`
	File
	Tokenizer     string   `json:"tokenizer"`
	Window        int      `json:"window"`
	Overlap       int      `json:"overlap"`
	Outputs       []string `json:"outputs"`
	Licence       string   `json:"licence"`
	Card          string   `json:"card"`
	QueryPrefix   string   `json:"query_prefix"`
	PassagePrefix string   `json:"passage_prefix"`

	Weights      []File      `json:"weights,omitempty"`
	PassageFrame Frame       `json:"passage_frame,omitzero"`
	QueryFrame   Frame       `json:"query_frame,omitzero"`
	QueryLength  int         `json:"query_length,omitempty"`
	MaskID       int32       `json:"mask_id,omitempty"`
	PassageSkip  []int32     `json:"passage_skip,omitempty"`
	Image        *ImageTower `json:"image,omitempty"`
	Source       Source      `json:"source,omitzero"`
	Precision    string      `json:"precision,omitempty"`
}

// Encode returns the manifest's JSON text, of the newest version, after the checks that [ParseManifest] makes.
func (m *Manifest) Encode() ([]byte, error) {
	raw := manifestJSON{Profile: m.Profile, Version: ManifestVersion, Tokenizers: m.Tokenizers, Models: []modelJSON{}}
	for i := range m.Models {
		raw.Models = append(raw.Models, rawModel(&m.Models[i]))
	}
	data, err := json.MarshalIndent(raw, "", " ")
	if err != nil {
		return nil, fmt.Errorf("write manifest: %w", err)
	}
	if _, err := ParseManifest(data); err != nil {
		return nil, fmt.Errorf("write manifest: %w", err)
	}
	return append(data, '\n'), nil
}

func rawModel(d *Model) modelJSON {
	return modelJSON{Space: d.Space.Code(), File: d.File, Tokenizer: d.Tokenizer, Window: d.Window, Overlap: d.Overlap,
		Outputs: d.Outputs, Licence: d.Licence, Card: d.Card, QueryPrefix: d.QueryPrefix, PassagePrefix: d.PassagePrefix,
		Weights: d.Weights, PassageFrame: d.PassageFrame, QueryFrame: d.QueryFrame, QueryLength: d.QueryLength, MaskID: d.MaskID,
		PassageSkip: d.PassageSkip, Image: d.Image, Source: d.Source, Precision: d.Precision}
}

// needsVersion2 reports whether r has a field that version 1 lacks.
func (r *modelJSON) needsVersion2() bool {
	return len(r.Weights)+len(r.PassageSkip)+r.PassageFrame.Len()+r.QueryFrame.Len() > 0 || r.QueryLength != 0 || r.MaskID != 0 ||
		r.Image != nil || r.Source != Source{} || r.Precision != ""
}
