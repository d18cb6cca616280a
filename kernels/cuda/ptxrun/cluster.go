package ptxrun

import "math/rand/v2"

// cluster is blocks that run concurrently and access one another's shared memory (PTX ISA, Cluster of Cooperative Thread Arrays). Without .reqnctapercluster each
// block is its own cluster.
type cluster struct {
	blocks   []*block
	base     uint64 // where shared memory begins in each
	arrived  int    // warps at barrier.cluster
	phase    int    // of that barrier
	failures int    // failed waits since the last wait that succeeded, arrival, end or copy
	random   *rand.Rand
	asleep   *warp // does not run for `turns` turns, unless no other warp can or the others' waits fail
	turns    int
}

// remoteBits is where a shared::cluster address has its block: the rank plus one. Without that it is the executing block's own.
const remoteBits = 24

// at returns the block of a shared::cluster address, and the address there.
func (b *block) at(address uint64) (*block, uint64) {
	rank := int(address>>remoteBits&0xff) - 1
	if rank < 0 {
		return b, address
	}
	to := b.cluster.of(rank)
	return to, address & (1<<remoteBits - 1)
}

// of returns the block of a rank, for an access to its shared memory.
func (c *cluster) of(rank int) *block {
	if rank >= len(c.blocks) {
		fail("rank %d of a cluster of %d blocks", rank, len(c.blocks))
	}
	if c.blocks[rank].ended() {
		fail("the shared memory of a block that has ended")
	}
	return c.blocks[rank]
}

// run runs the blocks to their end; it calls now with the warp that runs.
func (c *cluster) run(now func(*warp)) {
	var can []*warp
	for {
		can = can[:0]
		for _, b := range c.blocks {
			can = b.ready(can)
		}
		if len(can) == 0 {
			for _, b := range c.blocks {
				b.finish()
			}
			return
		}
		w := c.draw(can)
		now(w)
		w.slice(1 + c.random.IntN(40))
		if w.live == 0 {
			c.failures = 0
		}
		b := c.blocks[c.random.IntN(len(c.blocks))]
		if n := len(b.bulks) + len(b.coming); n > 0 && (c.failures > 0 || c.random.IntN(4) == 0) {
			if i := c.random.IntN(n); i < len(b.bulks) {
				b.landBulk(i)
			} else {
				b.landComing(i - len(b.bulks))
			}
		}
		if c.failures > mostFailures {
			fail("threads wait for a phase that does not end")
		}
	}
}

// draw returns the warp that runs next, at random. Now and then one is left out for long, so that its remaining work comes after much later work of others.
func (c *cluster) draw(can []*warp) *warp {
	w := can[c.random.IntN(len(can))]
	switch {
	case c.turns > 0 && (c.failures > 200 || len(can) == 1):
		c.turns = 0
	case c.turns > 0:
		for c.turns--; w == c.asleep; {
			w = can[c.random.IntN(len(can))]
		}
	case c.random.IntN(256) == 0:
		c.asleep, c.turns = w, c.random.IntN(1<<(4+c.random.IntN(10)))
	}
	return w
}

// settle ends the phase of barrier.cluster when all warps that have not ended have arrived.
func (c *cluster) settle() {
	live := 0
	for _, b := range c.blocks {
		for _, w := range b.warps {
			if w.live != 0 {
				live++
			}
		}
	}
	if c.arrived > 0 && c.arrived == live {
		c.arrived, c.failures = 0, 0
		c.phase++
	}
}

// clusters compiles barrier.cluster and mapa (PTX ISA, sections of these names).
func (c *compiler) clusters(in instruction) bool {
	switch in.op {
	case "barrier.cluster.arrive.aligned":
		c.meet(-1)
		c.at.run = func(w *warp, _ uint32) {
			if w.inCluster {
				fail("a warp arrives twice at the cluster's barrier")
			}
			w.inCluster, w.clusterPhase = true, w.block.cluster.phase
			w.block.cluster.arrived++
		}
	case "barrier.cluster.wait.aligned":
		c.meet(-1)
		c.at.over = func(w *warp) bool {
			if !w.inCluster {
				fail("a warp waits at the cluster's barrier and has not arrived")
			}
			w.block.cluster.settle()
			return w.block.cluster.phase != w.clusterPhase
		}
		c.at.run = func(w *warp, _ uint32) { w.inCluster = false }
	case "mapa.shared::cluster.u32":
		return c.binary(in, func(a, rank uint64) uint64 { return a&(1<<remoteBits-1) | (rank&0xff+1)<<remoteBits })
	default:
		return false
	}
	return len(in.args) == 0
}
