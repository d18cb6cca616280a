package ptxrun

import (
	"strings"
)

// access compiles ld and st (PTX ISA, Data Movement and Conversion Instructions: ld, ld.global.nc, st). A vector is one access, aligned to its whole size.
func (c *compiler) access(in instruction) bool {
	parts := strings.Split(in.op, ".")
	if parts[0] != "ld" && parts[0] != "st" || len(parts) < 2 || len(in.args) != 2 {
		return false
	}
	k, ok := kindOf(parts[len(parts)-1])
	middle := strings.Join(parts[1:len(parts)-1], ".")
	count := 1
	for n, v := range map[int]string{2: "v2", 4: "v4"} {
		if middle == v {
			middle, count = "", n
		} else if before, found := strings.CutSuffix(middle, "."+v); found {
			middle, count = before, n
		}
	}
	switch {
	case !ok || k.bits < 8:
		return false
	case in.op == "ld.param."+k.String():
		o := c.all(instruction{args: []string{in.args[0], strings.Trim(in.args[1], "[]")}}, 2)
		c.at.run = func(w *warp, m uint32) { each(m, func(i int) { w.r[o[0]][i] = w.r[o[1]][i] }) }
		return true
	case middle == "global.nc" && parts[0] == "ld":
		middle = "global"
	case middle != "" && middle != "global" && middle != "shared":
		return false
	}
	if parts[0] == "ld" {
		return c.load(in, k, middle, count)
	}
	return c.store(in, k, middle, count)
}

func (c *compiler) load(in instruction, k kind, where string, count int) bool {
	to := c.list(in.args[0])
	base, offset := c.address(in.args[1])
	n := int(k.bits / 8)
	signed := k.class == 's' && strings.HasPrefix(in.args[0], "%rd")
	c.at.run = func(w *warp, m uint32) {
		w.block.shuffled(m, func(i int) {
			var b []byte
			if at := w.r[base][i] + offset; where == "shared" || where == "" && inWindow(at) {
				b = w.block.shared.read(at, n*count, n*count)
			} else {
				b = w.block.memory.bytes(at, n*count, n*count)
			}
			for j, r := range to {
				v := load(b[j*n : j*n+n])
				if signed {
					v = k.wide(v)
				}
				w.r[r][i] = v
			}
		})
	}
	return len(to) == count
}

func (c *compiler) store(in instruction, k kind, where string, count int) bool {
	base, offset := c.address(in.args[0])
	from := c.list(in.args[1])
	n := int(k.bits / 8)
	c.at.run = func(w *warp, m uint32) {
		w.block.shuffled(m, func(i int) {
			var b []byte
			if at := w.r[base][i] + offset; where == "shared" || where == "" && inWindow(at) {
				b = w.block.shared.write(&w.threads[i], at, n*count, n*count)
			} else {
				b = w.block.memory.bytes(at, n*count, n*count)
			}
			for j, r := range from {
				store(b[j*n:j*n+n], w.r[r][i])
			}
		})
	}
	return len(from) == count
}

// inWindow reports whether a generic address is in shared memory.
func inWindow(at uint64) bool { return at >= sharedWindow && at < sharedWindow+1<<32 }

// shuffled runs f in the lanes of the mask, starting at a random lane.
func (b *block) shuffled(lanes uint32, f func(lane int)) {
	from := b.random.Uint32() & 31
	each(lanes>>from<<from, f)
	each(lanes&(1<<from-1), f)
}
