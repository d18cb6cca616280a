package token

// push and pop keep s.heap a binary min-heap. container/heap would allocate for every
// entry.
func (s *scratch) push(x uint64) {
	s.heap = append(s.heap, x)
	h, i := s.heap, len(s.heap)-1
	for i > 0 {
		up := (i - 1) / 2
		if h[up] <= x {
			break
		}
		h[i], i = h[up], up
	}
	h[i] = x
}

func (s *scratch) pop() uint64 {
	h := s.heap
	top, x := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	s.heap = h
	if len(h) == 0 {
		return top
	}
	i := 0
	for {
		down := 2*i + 1
		if down >= len(h) {
			break
		}
		if down+1 < len(h) && h[down+1] < h[down] {
			down++
		}
		if h[down] >= x {
			break
		}
		h[i], i = h[down], down
	}
	h[i] = x
	return top
}
