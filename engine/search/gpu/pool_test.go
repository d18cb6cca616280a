package gpu

import (
	"errors"
	"math/rand/v2"
	"testing"

	"asterism/kernels/cuda"
)

// countingMachine is a machine that only allocates memory.
type countingMachine struct {
	cuda.Machine
	next cuda.Pointer
	held map[cuda.Pointer]int
	most int // bytes; more is refused
	used int
}

func (l *countingMachine) Alloc(n int) (cuda.Pointer, error) {
	if l.used+n > l.most {
		return 0, cuda.ErrMemory
	}
	l.next += 1 << 40
	l.held[l.next], l.used = n, l.used+n
	return l.next, nil
}

func (l *countingMachine) Free(p cuda.Pointer) error {
	n, ok := l.held[p]
	if !ok {
		return errors.New("freed what was not allocated")
	}
	l.used -= n
	delete(l.held, p)
	return nil
}

// TestArena: blocks do not overlap and are inside allocations, the limits of arena and GPU are respected, and everything is
// freed.
func TestArena(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, c := range map[string]struct {
		limit uint64
		gpu   int
	}{"plenty": {1 << 40, 1 << 40}, "a bound": {1 << 20, 1 << 40}, "a small GPU": {1 << 40, 1 << 20}} {
		m := &countingMachine{held: map[cuda.Pointer]int{}, most: c.gpu}
		a := newArena(m, c.limit)
		type held struct {
			block
			size int
		}
		var all []held
		refused := 0
		for range 5000 {
			if len(all) > 0 && r.IntN(5) < 2 {
				i := r.IntN(len(all))
				if err := a.free(all[i].block); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				all = append(all[:i], all[i+1:]...)
				continue
			}
			size := sizeClass(1 + r.IntN(20000))
			b, err := a.alloc(size)
			if errors.Is(err, cuda.ErrMemory) {
				refused++
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			all = append(all, held{b, size})
		}
		for i, b := range all {
			if n := m.held[b.slab.at]; b.at < b.slab.at || int(b.at-b.slab.at)+b.size > n || b.at%256 != 0 {
				t.Errorf("%s: a block of %d bytes at %d of a slab of %d", name, b.size, b.at-b.slab.at, n)
			}
			for _, o := range all[:i] {
				if b.at < o.at+cuda.Pointer(o.size) && o.at < b.at+cuda.Pointer(b.size) {
					t.Fatalf("%s: two blocks overlap", name)
				}
			}
		}
		if a.used != uint64(m.used) || a.used > c.limit || (refused == 0) != (name == "plenty") {
			t.Errorf("%s: the arena counts %d bytes of at most %d, the GPU %d; %d were refused", name, a.used, c.limit, m.used, refused)
		}
		for _, b := range all {
			if err := a.free(b.block); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if a.used != 0 || m.used != 0 {
			t.Errorf("%s: %d bytes are left when everything was given back", name, m.used)
		}
	}
}

// TestSizeClass: a class is large enough, wastes at most a fifth, and there are few of them.
func TestSizeClass(t *testing.T) {
	classes := map[int]bool{}
	for n := 1; n < 1<<22; n += 1 + n/50 {
		c := sizeClass(n)
		classes[c] = true
		if c < n || n > 1<<12 && float64(c-n) > float64(c)/5 {
			t.Errorf("%d bytes are put into a block of %d", n, c)
		}
	}
	if len(classes) > 4*11 {
		t.Errorf("%d classes for sizes up to four million", len(classes))
	}
}
