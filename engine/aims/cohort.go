package aims

import (
	"context"
	"slices"
	"sync"

	"asterism/engine/batch"
	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/purpose"
)

// cohort is what texts are in every space that have nothing to do with a goal; embedded at the first need.
type cohort struct {
	mu        sync.Mutex
	strangers *purpose.Strangers
}

// strangersParcel is how many of the texts are embedded at once, so that a memory that comes meanwhile waits for few.
const strangersParcel = 16

// strangers returns the texts of [purpose.Cohort], embedded as memories are, ready to calibrate goals by. What failed is tried again at the
// next call.
func (s *Service) strangers(ctx context.Context) (*purpose.Strangers, error) {
	s.cohort.mu.Lock()
	defer s.cohort.mu.Unlock()
	if s.cohort.strangers != nil {
		return s.cohort.strangers, nil
	}
	var values []fingerprint.Fingerprint
	for part := range slices.Chunk(purpose.Cohort(), strangersParcel) {
		some, err := s.embed(ctx, batch.Passage, s.spaces, s.now(), part...)
		if err != nil {
			return nil, err
		}
		values = append(values, some...)
	}
	known, err := purpose.NewStrangers(values)
	if err != nil {
		return nil, &fault.Error{Kind: fault.KindPurpose, Message: "calibrate goals", Err: err}
	}
	s.cohort.strangers = known
	return known, nil
}

// Strangers are the texts that goals are calibrated by, when they have been embedded; nil before.
func (s *Service) Strangers() *purpose.Strangers {
	s.cohort.mu.Lock()
	defer s.cohort.mu.Unlock()
	return s.cohort.strangers
}

// SetStrangers has goals calibrated by texts that were embedded before, with the same models: embedding them takes seconds. It does nothing while others are being embedded.
func (s *Service) SetStrangers(known *purpose.Strangers) {
	if s.cohort.mu.TryLock() {
		defer s.cohort.mu.Unlock()
		s.cohort.strangers = known
	}
}
