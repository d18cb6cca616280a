package full

import (
	"context"
	"errors"
	"fmt"

	"asterism/engine/backend/onnx"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
	"asterism/models/drawn"
	"asterism/models/drawn/compare"
	"asterism/models/drawn/profile"
)

// converted is one converted model with its reference and the backend that runs it.
type converted struct {
	*compare.Subject
	backend *onnx.Backend
}

// write makes a profile of the space's model alone below root.
func write(ctx context.Context, root string, space models.Space, size drawn.Size, precision string) (*converted, error) {
	manifest, err := profile.Write(ctx, root, size, precision, space)
	if err != nil {
		return nil, err
	}
	return find(manifest, space, size)
}

// find finds the model of a profile that [write] made.
func find(manifest *models.Manifest, space models.Space, size drawn.Size) (*converted, error) {
	s, err := compare.Of(manifest, space, size)
	return &converted{Subject: s}, err
}

// open loads the model as the product does, with so many threads a run.
func (s *converted) open(ctx context.Context, threads int) error {
	err := s.Manifest.VerifyChanged(ctx, nil)
	if err == nil {
		s.backend, err = onnx.Open(ctx, onnx.Options{Manifest: s.Manifest, Verified: true, Threads: threads})
	}
	return err
}

func (s *converted) close() error {
	var err error
	if s.backend != nil {
		err = s.backend.Close()
	}
	return errors.Join(err, s.Subject.Close())
}

// embed returns the backend's values of rows that have their frames already.
func (s *converted) embed(ctx context.Context, role batch.Role, rows ...[]int32) ([]fingerprint.Value, error) {
	out, err := s.backend.Embed(ctx, s.Spec.Space, batch.OfIDs(role, batch.Frame{}, rows))
	if err == nil && len(out) != len(rows) {
		return nil, fmt.Errorf("%d values for %d rows", len(out), len(rows))
	}
	return out, err
}
