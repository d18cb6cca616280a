package ptxrun

import "slices"

// copying is a cp.async of 16 bytes in flight.
type copying struct {
	to   int
	data [16]byte
}

// coming are copies of a warp's lanes after which these arrive at an mbarrier.
type coming struct {
	by       *warp
	copies   []copying
	arrivals int
	gate     int
}

// thread is what a lane has in flight.
type thread struct {
	open   []copying   // not yet committed
	groups [][]copying // committed, the oldest first
	unseen []span      // written since its last fence
}

// copies compiles cp.async (PTX ISA, Non-bulk copy: cp.async, cp.async.commit_group, cp.async.wait_group). A copy completes when its thread waits for
// it, as late as allowed; until then its destination may not be read. Of 16 bytes only the first src-size are read, and zeros fill the rest.
func (c *compiler) copies(in instruction) bool {
	switch in.op {
	case "cp.async.cg.shared.global":
		return c.copy16(in)
	case "cp.async.commit_group":
		c.at.run = func(w *warp, m uint32) {
			each(m, func(i int) {
				t := &w.threads[i]
				t.groups = append(t.groups, t.open)
				t.open = nil
			})
		}
		return true
	case "cp.async.wait_group":
		o := c.all(in, 1)
		c.at.run = func(w *warp, m uint32) {
			w.block.shuffled(m, func(i int) {
				for t := &w.threads[i]; len(t.groups) > int(w.r[o[0]][i]); t.groups = t.groups[1:] {
					w.block.land(t, t.groups[0])
				}
			})
		}
		return true
	}
	return false
}

// arriveWith is cp.async.mbarrier.arrive.noinc: each lane arrives when all its copies so far are complete.
func (c *compiler) arriveWith(in instruction) bool {
	if len(in.args) != 1 {
		return false
	}
	base, offset := c.address(in.args[0])
	c.at.run = func(w *warp, m uint32) {
		all := map[int]*coming{}
		each(m, func(i int) {
			at, _ := w.block.gate(w.r[base][i] + offset)
			if all[at] == nil {
				all[at] = &coming{by: w, gate: at}
				w.block.coming = append(w.block.coming, all[at])
			}
			t := &w.threads[i]
			for _, g := range append(t.groups, t.open) {
				all[at].copies = append(all[at].copies, g...)
			}
			all[at].arrivals++
			t.groups, t.open = nil, nil
		})
	}
	return true
}

// landComing completes the copies of some lanes, and these arrive.
func (b *block) landComing(i int) {
	b.cluster.failures = 0
	k := b.coming[i]
	b.coming = slices.Delete(b.coming, i, i+1)
	for _, c := range k.copies {
		copy(b.shared.data[c.to:], c.data[:])
		b.shared.mark(c.to, 16, written)
		b.shared.hide(&b.arrived, c.to, 16)
	}
	g := b.gates[k.gate]
	if g.missing < k.arrivals {
		fail("an arrival too many at an mbarrier")
	}
	g.missing -= k.arrivals
	g.over()
}

func (c *compiler) copy16(in instruction) bool {
	if len(in.args) != 3 && len(in.args) != 4 || in.args[2] != "16" {
		return false
	}
	to, toOffset := c.address(in.args[0])
	from, fromOffset := c.address(in.args[1])
	size := c.operand(in.args[len(in.args)-1])
	c.at.run = func(w *warp, m uint32) {
		each(m, func(i int) {
			s := w.block.shared
			at, n := s.at(w.r[to][i]+toOffset, 16, 16), int(uint32(w.r[size][i]))
			if n > 16 {
				fail("a copy of %d bytes out of 16", n)
			}
			k := copying{to: at}
			if source := w.r[from][i] + fromOffset; n > 0 {
				copy(k.data[:], w.block.memory.bytes(source, n, 1))
				if source%16 != 0 {
					fail("misaligned: a copy of 16 bytes from %#x", source)
				}
			}
			for j := at; j < at+16; j++ {
				if s.state[j] >= landing {
					fail("two copies to one place, or one into a barrier")
				}
			}
			s.mark(at, 16, landing)
			w.threads[i].open = append(w.threads[i].open, k)
		})
	}
	return true
}

func (b *block) land(t *thread, group []copying) {
	for _, k := range group {
		copy(b.shared.data[k.to:], k.data[:])
		b.shared.mark(k.to, 16, written)
		b.shared.hide(t, k.to, 16)
	}
}
