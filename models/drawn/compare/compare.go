// Package compare answers: what should a model of the full profile compute? It loads a model of a profile that models/drawn/profile wrote with its
// float64 reference, makes random texts and images for it, and returns how near a backend's values are.
package compare

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"asterism/engine/backend/onnx/convert"
	"asterism/engine/batch"
	"asterism/engine/token"
	"asterism/models"
	"asterism/models/drawn"
	"asterism/models/drawn/reference"
)

// Subject is one model of a profile.
type Subject struct {
	Manifest *models.Manifest
	Spec     drawn.Spec
	Model    *models.Model

	pair [2][]int32       // Pair: the ids of the prefixes of cause and effect
	ref  *reference.Model // nil until it is needed
}

// Of finds the model of a space in a profile that [profile.Write] wrote at that size.
func Of(manifest *models.Manifest, space models.Space, size drawn.Size) (*Subject, error) {
	s := &Subject{Manifest: manifest}
	var err error
	if s.Spec, err = drawn.Describe(space, size); err != nil {
		return nil, err
	}
	var ok bool
	if s.Model, ok = manifest.Model(space); !ok {
		return nil, fmt.Errorf("the profile in %s has no model for %v", manifest.Dir, space)
	}
	t, err := token.Load(manifest.Path(manifest.Tokenizers[s.Model.Tokenizer]))
	if err != nil {
		return nil, err
	}
	s.pair = [2][]int32{t.Encode(nil, convert.CausePrefix), t.Encode(nil, convert.EffectPrefix)}
	return s, nil
}

// Kind is that of the model's values.
func (s *Subject) Kind() models.Kind { return s.Spec.Space.Info().Kind }

// Frame is what surrounds every text of a role.
func (s *Subject) Frame(role batch.Role) models.Frame {
	if role == batch.Query {
		return s.Model.QueryFrame
	}
	return s.Model.PassageFrame
}

// reference opens the reference when it is first needed.
func (s *Subject) reference() (*reference.Model, error) {
	if s.ref != nil {
		return s.ref, nil
	}
	var err error
	s.ref, err = reference.Open(filepath.Join(s.Manifest.Dir, s.Spec.Space.Code()))
	return s.ref, err
}

// Close closes the reference.
func (s *Subject) Close() error {
	if s.ref == nil {
		return nil
	}
	return s.ref.Close()
}

// ExpectedImages is what the model should give for images.
func (s *Subject) ExpectedImages(ctx context.Context, images ...[]float32) (out [][]float64, err error) {
	if s.Spec.Image == nil {
		return nil, errors.New("the model sees no images")
	}
	ref, err := s.reference()
	if err != nil {
		return nil, err
	}
	results, err := ref.EmbedImages(ctx, images...)
	for _, r := range results {
		out = append(out, r.Dense)
	}
	return out, err
}
