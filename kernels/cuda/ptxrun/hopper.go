package ptxrun

import "strings"

// hopper compiles what sm_90a adds: mbarrier, fence, cp.async.bulk, setmaxnreg, wgmma (PTX ISA 8.0, sections of these names).
func (c *compiler) hopper(in instruction) bool {
	switch in.op {
	case "mbarrier.init.shared::cta.b64":
		return c.atGate(in.args, 0, 1, func(w *warp, i int, at, v uint64) { w.block.open(&w.threads[i], at, int(int32(v))) })
	case "mbarrier.arrive.shared::cta.b64":
		return len(in.args) == 2 && in.args[0] == "_" && c.atGate(append(in.args, "0"), 1, 2, func(w *warp, _ int, at, _ uint64) { w.block.arrive(at, 0) })
	case "mbarrier.arrive.release.cluster.shared::cluster.b64":
		return len(in.args) == 2 && in.args[0] == "_" && c.atGate(append(in.args, "0"), 1, 2, func(w *warp, _ int, at, _ uint64) {
			b, at := w.block.at(at)
			b.arrive(at, 0)
		})
	case "mbarrier.arrive.expect_tx.shared::cta.b64":
		return len(in.args) == 3 && in.args[0] == "_" && c.atGate(in.args, 1, 2, func(w *warp, _ int, at, v uint64) { w.block.arrive(at, int(uint32(v))) })
	case "mbarrier.try_wait.parity.shared::cta.b64", "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64":
		return c.tryWait(in)
	case "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes":
		return len(in.args) == 4 && c.copyBulk(in)
	case "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster":
		return len(in.args) == 5 && c.copyBulk(in)
	case "cp.async.mbarrier.arrive.noinc.shared::cta.b64":
		return c.arriveWith(in)
	case "fence.mbarrier_init.release.cluster":
		c.at.run = func(w *warp, m uint32) {
			for _, g := range w.block.gates {
				each(m, func(i int) { g.shown = g.shown || g.by == &w.threads[i] })
			}
		}
		return true
	case "fence.proxy.async.shared::cta":
		c.at.run = func(w *warp, m uint32) {
			each(m, func(i int) { w.block.shared.show(&w.threads[i]) })
			w.block.shared.show(&w.block.arrived) // by copies that arrive: for all warps, so a missing fence is not detected if another warp has one
		}
		return true
	case "setmaxnreg.inc.sync.aligned.u32", "setmaxnreg.dec.sync.aligned.u32":
		if len(in.args) != 1 {
			return false
		}
		n, err := number(in.args[0])
		c.meet(-1)
		c.at.run = func(*warp, uint32) {}
		return err == nil && n%8 == 0 && n >= 24 && n <= 256
	}
	return strings.HasPrefix(in.op, "wgmma.") && c.products(in)
}

// atGate compiles f of an mbarrier's address and a number.
func (c *compiler) atGate(args []string, gate, value int, f func(w *warp, lane int, at, v uint64)) bool {
	if len(args) != value+1 {
		return false
	}
	base, offset := c.address(args[gate])
	v := c.operand(args[value])
	c.at.run = func(w *warp, m uint32) {
		w.block.shuffled(m, func(i int) { f(w, i, w.r[base][i]+offset, w.r[v][i]) })
	}
	return true
}

// tryWait holds where the phase of that parity is over: the one before the current counts.
func (c *compiler) tryWait(in instruction) bool {
	if len(in.args) != 3 {
		return false
	}
	d := c.register(in.args[0])
	base, offset := c.address(in.args[1])
	parity := c.operand(in.args[2])
	c.at.tries = true
	c.at.run = func(w *warp, m uint32) {
		w.failedTry = false
		each(m, func(i int) {
			_, g := w.block.gate(w.r[base][i] + offset)
			w.r[d][i] = 1
			if g.parity == w.r[parity][i]&0xffffffff {
				w.r[d][i], w.failedTry = 0, true
			} else {
				w.block.cluster.failures = 0
			}
		})
		if w.failedTry {
			w.block.cluster.failures++
		}
	}
	return true
}

// copyBulk copies to the block's own shared memory, or, with a mask, to the same place of each block in it, and reports it to that block's mbarrier at the same place.
func (c *compiler) copyBulk(in instruction) bool {
	to, toOffset := c.address(in.args[0])
	from, fromOffset := c.address(in.args[1])
	n := c.operand(in.args[2])
	gate, gateOffset := c.address(in.args[3])
	mask := -1
	if len(in.args) == 5 {
		mask = c.operand(in.args[4])
	}
	c.k.products = true // the async proxy is in use
	c.at.run = func(w *warp, m uint32) {
		each(m, func(i int) {
			targets := []*block{w.block}
			if mask >= 0 {
				targets = nil
				each(uint32(w.r[mask][i])&0xffff, func(rank int) { targets = append(targets, w.block.cluster.of(rank)) })
			}
			for _, b := range targets {
				b.startBulk(w.r[to][i]+toOffset, w.r[from][i]+fromOffset, int(int32(w.r[n][i])), w.r[gate][i]+gateOffset)
			}
		})
	}
	return true
}
