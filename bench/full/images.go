package full

import (
	"context"
	"fmt"

	"asterism/engine/batch"
)

// embedImages returns the backend's vectors of images.
func (s *converted) embedImages(ctx context.Context, images ...[]float32) ([][]float32, error) {
	values, err := s.backend.Embed(ctx, s.Spec.Space, batch.OfImages(batch.Passage, images))
	if err != nil {
		return nil, err
	}
	if len(values) != len(images) {
		return nil, fmt.Errorf("%d values for %d images", len(values), len(images))
	}
	out := make([][]float32, len(values))
	for i := range values {
		out[i] = values[i].Dense
	}
	return out, nil
}
