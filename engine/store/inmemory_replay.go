package store

import "context"

var _ Replayer = (*InMemory)(nil)

// Place implements [Replayer].
func (s *InMemory) Place(ctx context.Context) (uint64, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.place, s.usable(ctx)
}

// Replay implements [Replayer]. No other call may replay or write at the same time.
func (s *InMemory) Replay(ctx context.Context, all ...Placed) ([][]error, error) {
	refused := make([][]error, len(all))
	for i, p := range all {
		place, err := s.Place(ctx)
		if err != nil {
			return refused, err
		}
		if p.Place <= place {
			continue
		}
		refused[i] = make([]error, len(p.Writes))
		for j := range p.Writes {
			if err := p.Writes[j].On(ctx, s); err != nil {
				if !Refused(err) {
					return refused, err
				}
				refused[i][j] = err
			}
		}
		s.mu.Lock()
		s.place = p.Place
		s.mu.Unlock()
	}
	return refused, nil
}
