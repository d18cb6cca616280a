package worth

import (
	"time"

	"asterism/engine/store"
)

// Tally is what is known of a memory from recorded outcomes. They fade, see [HalfLife], so that Outcomes is not whole.
type Tally struct {
	Questions int     // to how many it was told, at most 16
	Outcomes  float64 // how many count, faded
	Useful    float64 // their mean, 0 (useless) … 1; 0 without any
	Last      time.Time
}

// Tally adds up what is known of a memory; zero when nothing is.
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
