package ptxrun

// What a byte of shared memory is.
const (
	unwritten = iota
	written
	landing // a copy into it is in flight
	gate    // an mbarrier object: only for its own instructions
)

// shared is the shared memory of a block. It begins at a random address, never 0.
type shared struct {
	base   uint64
	data   []byte
	state  []byte
	hidden []bool // written by threads, and not yet visible to the async proxy (PTX ISA, Async proxy); nil if the kernel does not use it
}

// at returns the index of the n bytes at an address.
func (s *shared) at(address uint64, n, align int) int {
	address &= 0xffffffff
	if address%uint64(align) != 0 {
		fail("misaligned: %d bytes of shared memory at %#x", n, address)
	}
	if address < s.base || address+uint64(n) > s.base+uint64(len(s.data)) {
		fail("outside of shared memory: %d bytes at %#x", n, address)
	}
	return int(address - s.base)
}

func (s *shared) read(address uint64, n, align int) []byte {
	i := s.at(address, n, align)
	for j := i; j < i+n; j++ {
		if s.state[j] != written {
			fail("%s: %d bytes of shared memory at %#x", map[byte]string{unwritten: "nobody has written", landing: "a copy that nobody has waited for", gate: "a barrier is read as data"}[s.state[j]], n, address)
		}
	}
	return s.data[i : i+n]
}

// write returns the n bytes that a thread writes to.
func (s *shared) write(t *thread, address uint64, n, align int) []byte {
	i := s.at(address, n, align)
	for j := i; j < i+n; j++ {
		if s.state[j] >= landing {
			fail("a write into a barrier, or where a copy is under way: %d bytes of shared memory at %#x", n, address)
		}
		s.state[j] = written
	}
	s.hide(t, i, n)
	return s.data[i : i+n]
}

// hide records that a thread wrote bytes that the async proxy does not see before the thread's fence.
func (s *shared) hide(t *thread, i, n int) {
	if s.hidden == nil {
		return
	}
	for j := i; j < i+n; j++ {
		s.hidden[j] = true
	}
	t.unseen = append(t.unseen, span{i, n})
}

// show is fence.proxy.async by a thread.
func (s *shared) show(t *thread) {
	for _, u := range t.unseen {
		for j := u.from; j < u.from+u.bytes; j++ {
			s.hidden[j] = false
		}
	}
	t.unseen = t.unseen[:0]
}

// mark sets the state of n bytes.
func (s *shared) mark(i, n int, state byte) {
	for j := i; j < i+n; j++ {
		s.state[j] = state
	}
}

type span struct{ from, bytes int }
