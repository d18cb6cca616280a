package metautl

import (
	"context"
	"time"

	"asterism/engine/store"
)

// Enable switches corrections on or off. While they are off, predictions are recorded, and λ and escalation do not change, except by Reset and
// Acknowledge.
func (s *Service) Enable(ctx context.Context, on bool) error {
	return s.change(ctx, func(d *draft) error {
		d.Enabled = 0
		if on {
			d.Enabled = 1
		}
		return nil
	})
}

// Reset sets λ back to the lifecycle's value. Observations stay.
func (s *Service) Reset(ctx context.Context, at time.Time) error {
	return s.change(ctx, func(d *draft) error {
		before := d.lambdas(d.Base)
		if d.Shift == 0 {
			return nil
		}
		d.Shift = 0
		d.events = append(d.events, d.event(at, LambdaAdjustment, "", before))
		return nil
	})
}

// Acknowledge clears the request for a person: escalation starts again.
func (s *Service) Acknowledge(ctx context.Context) error {
	return s.change(ctx, func(d *draft) error {
		d.Human, d.Escalations, d.LowCycles = 0, 0, 0
		return nil
	})
}

// ClearEvents empties the log. Ordinals are not reused.
func (s *Service) ClearEvents(ctx context.Context) error {
	s.turn.Lock()
	defer s.turn.Unlock()
	if err := s.finish(ctx); err != nil {
		return err
	}
	if len(s.log.ordinals) == 0 {
		return nil
	}
	batch := make([]store.Entry, len(s.log.ordinals))
	for i, n := range s.log.ordinals {
		batch[i] = entry(numbered(eventPrefix, n), nil)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.put(ctx, batch); err != nil {
		return err
	}
	s.log = index{}
	return nil
}
