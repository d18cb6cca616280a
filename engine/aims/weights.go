package aims

import (
	"context"

	"asterism/engine/drift"
	"asterism/engine/fault"
	"asterism/engine/store"
)

// weightsKey is where a namespace's weights of spaces stand on the shelf of state.
func weightsKey(namespace string) []byte { return []byte("weights\x00" + namespace) }

// weights are those of a namespace's spaces, all alike before its first correction.
func (s *Service) weights(ctx context.Context, namespace string) (drift.Weights, error) {
	b, ok, err := s.store.Read(ctx, store.ShelfState, weightsKey(namespace))
	if err == nil && !ok {
		return drift.Uncorrected(), nil
	}
	var w drift.Weights
	if err == nil {
		w, err = drift.ParseWeights(b)
	}
	return w, fault.Storage("read weights of spaces", err)
}
