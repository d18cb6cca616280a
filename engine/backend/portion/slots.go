package portion

import (
	"context"
	"slices"
	"sync"

	"asterism/engine/batch"
)

// before is how many questions in a row may overtake a waiting passage.
const before = 4

// slots bounds how many portions run at a time. Questions go first, because a user waits for each. After four questions in a row a waiting passage goes,
// so that ingest makes progress. Within a role, slots are given in the order of arrival.
type slots struct {
	mu      sync.Mutex
	free    int
	waiting [2][]chan struct{} // by role; a closed channel is a slot
	row     int                // questions that overtook waiting passages, in a row
}

// acquire waits for a slot; the caller must release it.
func (s *slots) acquire(ctx context.Context, role batch.Role) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	if s.free > 0 { // then nobody waits
		s.free--
		s.mu.Unlock()
		return nil
	}
	mine := make(chan struct{})
	s.waiting[role] = append(s.waiting[role], mine)
	s.mu.Unlock()
	select {
	case <-mine:
		return nil
	case <-ctx.Done():
	}
	if !s.withdraw(role, mine) {
		s.release() // it was given just now
	}
	return ctx.Err()
}

// withdraw removes a waiter; false when it has got its slot already.
func (s *slots) withdraw(role batch.Role, mine chan struct{}) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := slices.Index(s.waiting[role], mine)
	if at < 0 {
		return false
	}
	s.waiting[role] = slices.Delete(s.waiting[role], at, at+1)
	return true
}

// release gives a slot to the next waiter.
func (s *slots) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	questions, passages := len(s.waiting[batch.Query]), len(s.waiting[batch.Passage])
	switch {
	case questions == 0 && passages == 0:
		s.free++
	case questions == 0 || passages > 0 && s.row == before:
		s.row = 0
		s.hand(batch.Passage)
	default:
		if s.row++; passages == 0 {
			s.row = 0
		}
		s.hand(batch.Query)
	}
}

func (s *slots) hand(role batch.Role) {
	close(s.waiting[role][0])
	s.waiting[role] = s.waiting[role][1:]
}
