package onnx

import (
	"strings"

	ort "github.com/yalue/onnxruntime_go"

	"asterism/models"
)

// Name returns which runtime it is, where it runs, and which models compute with 8-bit integers.
func (b *Backend) Name() string {
	name := "onnxruntime " + ort.GetVersion() + " on " + b.device
	switch {
	case b.int8 == 0:
		return name
	case b.int8 == b.spaces:
		return name + ", int8"
	}
	var codes []string
	for _, s := range b.int8.Spaces() {
		codes = append(codes, s.Code())
	}
	return name + ", int8 in " + strings.Join(codes, " ")
}

// int8Spaces is the set of the wanted models that compute with 8-bit integers.
func int8Spaces(m *models.Manifest, wanted models.Set) models.Set {
	var out models.Set
	for i := range m.Models {
		if d := &m.Models[i]; d.Int8() && wanted.Has(d.Space) {
			out = out.With(d.Space)
		}
	}
	return out
}
