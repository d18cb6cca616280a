package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"

	"asterism/bench/fullprofile"
	"asterism/bench/makemodel"
	"asterism/bench/reference"
	"asterism/engine/backend/onnx"
	"asterism/engine/backend/onnx/convert"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/engine/token"
	"asterism/models"
)

// subject is one converted model beside its reference.
type subject struct {
	manifest *models.Manifest
	spec     makemodel.Spec
	model    *models.Model
	pair     [2][]int32 // Pair: the ids of the prefixes of cause and effect

	ref     *reference.Model
	backend *onnx.Backend
}

// write makes a profile of the space's model alone below root, and opens its reference.
func write(ctx context.Context, root string, space models.Space, size makemodel.Size, precision string) (*subject, error) {
	manifest, err := fullprofile.Write(ctx, root, size, precision, space)
	if err != nil {
		return nil, err
	}
	s, err := subjectOf(manifest, space, size)
	if err != nil {
		return nil, err
	}
	s.ref, err = reference.Open(filepath.Join(root, space.Code()))
	return s, err
}

// subjectOf finds the model of a profile that [write] made.
func subjectOf(manifest *models.Manifest, space models.Space, size makemodel.Size) (*subject, error) {
	s := &subject{manifest: manifest}
	var err error
	if s.spec, err = makemodel.Describe(space, size); err != nil {
		return nil, err
	}
	var ok bool
	if s.model, ok = manifest.Model(space); !ok {
		return nil, fmt.Errorf("the profile in %s has no model for %v", manifest.Dir, space)
	}
	t, err := token.Load(manifest.Path(manifest.Tokenizers[s.model.Tokenizer]))
	if err != nil {
		return nil, err
	}
	s.pair = [2][]int32{t.Encode(nil, convert.CausePrefix), t.Encode(nil, convert.EffectPrefix)}
	return s, nil
}

// open loads the model as the product does, with so many threads a run.
func (s *subject) open(ctx context.Context, threads int) error {
	err := s.manifest.VerifyChanged(ctx, nil)
	if err == nil {
		s.backend, err = onnx.Open(ctx, onnx.Options{Manifest: s.manifest, Verified: true, Threads: threads})
	}
	return err
}

func (s *subject) close() error {
	var errs []error
	if s.backend != nil {
		errs = append(errs, s.backend.Close())
	}
	if s.ref != nil {
		errs = append(errs, s.ref.Close())
	}
	return errors.Join(errs...)
}

// draw makes texts of the lengths, frame included, of ids that stand for words; a length is at least the frame's and 1.
func (s *subject) draw(r *rand.Rand, role batch.Role, lengths ...int) [][]int32 {
	frame := s.frame(role)
	first, last := 104, s.spec.Vocabulary-3 // behind BERT's special tokens, before the decoders'
	if s.spec.Vocabulary > 10000 {
		first = 999
	}
	out := make([][]int32, len(lengths))
	for i, n := range lengths {
		out[i] = append(out[i], frame.Before...)
		for range max(n-frame.Len(), 1) {
			out[i] = append(out[i], int32(first+r.IntN(last-first)))
		}
		out[i] = append(out[i], frame.After...)
	}
	return out
}

func (s *subject) frame(role batch.Role) models.Frame {
	if role == batch.Query {
		return s.model.QueryFrame
	}
	return s.model.PassageFrame
}

// embed gives the backend's values of rows that hold their frames already.
func (s *subject) embed(ctx context.Context, role batch.Role, rows ...[]int32) ([]fingerprint.Value, error) {
	out, err := s.backend.Embed(ctx, s.spec.Space, batch.OfIDs(role, batch.Frame{}, rows))
	if err == nil && len(out) != len(rows) {
		return nil, fmt.Errorf("%d values for %d rows", len(out), len(rows))
	}
	return out, err
}
