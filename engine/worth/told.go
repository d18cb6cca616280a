package worth

import (
	"time"

	"asterism/engine/store"
)

// Tally is what is known about a memory from recorded outcomes. Their weight decays, see [HalfLife], so Outcomes is not a whole number.
type Tally struct {
	Questions int     // for how many an outcome is stored, at most 16
	Outcomes  float64 // the decayed number of outcomes
	Useful    float64 // their mean, 0 (useless) … 1; 0 without any
	Last      time.Time
}

// Tally returns the sum of what is known about a memory; zero if nothing is.
func (s *Service) Tally(id store.ID) (t Tally) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	r := s.of[id]
	if r == nil {
		return t
	}
	now, sum := s.now(), 0.
	for i := range r.To {
		outcomes, worth := r.To[i].fade(now)
		t.Outcomes, sum = t.Outcomes+outcomes, sum+worth
		if r.To[i].At.After(t.Last) {
			t.Last = r.To[i].At
		}
	}
	if t.Questions = len(r.To); t.Outcomes > 0 {
		t.Useful = (1 + sum/t.Outcomes) / 2
	}
	return t
}
