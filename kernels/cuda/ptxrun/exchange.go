package ptxrun

import "strings"

// exchange compiles what lanes of a warp do together, and atomics (PTX ISA, shfl.sync, vote.sync, redux.sync, bar.warp.sync, atom).
func (c *compiler) exchange(in instruction) bool {
	switch in.op {
	case "shfl.sync.bfly.b32", "shfl.sync.idx.b32":
		return c.shuffle(in, in.op == "shfl.sync.bfly.b32")
	case "vote.sync.ballot.b32":
		o := c.all(in, 3)
		c.meet(o[2])
		c.at.run = func(w *warp, m uint32) {
			votes := uint64(0)
			each(m, func(i int) { votes |= w.r[o[1]][i] << i })
			each(m, func(i int) { w.r[o[0]][i] = votes })
		}
		return true
	case "redux.sync.add.s32":
		o := c.all(in, 3)
		c.meet(o[2])
		c.at.run = func(w *warp, m uint32) {
			sum := uint64(0)
			each(m, func(i int) { sum += w.r[o[1]][i] })
			each(m, func(i int) { w.r[o[0]][i] = sum & 0xffffffff })
		}
		return true
	case "bar.warp.sync":
		o := c.all(in, 1)
		c.meet(o[0])
		c.at.run = func(*warp, uint32) {}
		return true
	}
	return c.atomic(in)
}

// meet makes a step one that the lanes of a member mask reach together.
func (c *compiler) meet(members int) { c.at.sync, c.at.members = true, members }

// shuffle gives each lane another one's number: lane ^ b, or lane b, within segments that the third operand says.
func (c *compiler) shuffle(in instruction, butterfly bool) bool {
	o := c.all(in, 5)
	c.meet(o[4])
	c.at.run = func(w *warp, m uint32) {
		from := w.r[o[1]]
		each(m, func(i int) {
			b, clamp := int(w.r[o[2]][i]&31), int(w.r[o[3]][i])
			segment := clamp >> 8 & 31
			lowest, highest := i&segment, i&segment|clamp&31&^segment
			j := lowest | b&^segment
			if butterfly {
				j = i ^ b
			}
			if j > highest {
				j = i
			}
			if m>>j&1 == 0 {
				fail("lane %d asks for the number of lane %d, which is not there", i, j)
			}
			w.r[o[0]][i] = from[j]
		})
	}
	return true
}

// atomic is atom: the result is the previous value. Lanes run one after another, starting at a random one.
func (c *compiler) atomic(in instruction) bool {
	rest, ok := strings.CutPrefix(in.op, "atom.")
	parts := strings.Split(rest, ".")
	if !ok || len(parts) != 3 || len(in.args) != 3 || parts[0] != "global" && parts[0] != "shared" {
		return false
	}
	k, known := kindOf(parts[2])
	f := binaries(parts[1], k)
	if !known || k.bits < 32 || f == nil || parts[1] != "add" && parts[1] != "max" {
		return false
	}
	d, n := c.register(in.args[0]), int(k.bits/8)
	base, offset := c.address(in.args[1])
	from := c.operand(in.args[2])
	c.at.run = func(w *warp, m uint32) {
		w.block.shuffled(m, func(i int) {
			at := w.r[base][i] + offset
			var b []byte
			if parts[0] == "shared" {
				w.block.shared.read(at, n, n)
				b = w.block.shared.write(&w.threads[i], at, n, n)
			} else {
				b = w.block.memory.bytes(at, n, n)
			}
			was := load(b)
			store(b, f(was, w.r[from][i]))
			w.r[d][i] = was
		})
	}
	return true
}
