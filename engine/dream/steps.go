package dream

import "sync"

// steps counts what is done, for several goroutines, and tells every hundredth of it.
type steps struct {
	mu          sync.Mutex
	done, total int
	tell        func(done, total int)
}

func newSteps(total int, tell func(done, total int)) *steps {
	return &steps{total: total, tell: tell}
}

func (s *steps) one() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done++
	if s.tell != nil && (s.done%max(1, s.total/100) == 0 || s.done == s.total) {
		s.tell(s.done, s.total)
	}
}
