package ptxrun

import "slices"

const full = 0xffffffff

// group is lanes of a warp that are at the same instruction.
type group struct {
	pc    int
	lanes uint32
}

// warp is 32 lanes (PTX ISA, SIMT architecture). Lanes that took different branches run separately, in random order, until they are at the same instruction again.
type warp struct {
	block        *block
	index        int
	r            []row
	groups       []group
	live         uint32
	atBarrier    bool
	inCluster    bool // arrived at the cluster's barrier, and has not waited
	clusterPhase int
	failedTry    bool // the last wait found its phase not over
	threads      [32]thread
	async        async
	at           *step // what runs now
}

// slice runs some stretches between branches. It ends early where the warp waits.
func (w *warp) slice(stretches int) {
	for ; stretches > 0 && w.live != 0 && !w.atBarrier; stretches-- {
		w.failedTry = false
		i := w.pick()
		w.run(i)
		w.merge()
		if w.failedTry {
			return
		}
	}
}

// ready reports whether a group can continue: an instruction that lanes execute together waits for all its members.
func (w *warp) ready(g group) bool {
	s := &w.block.kernel.steps[g.pc]
	if !s.sync {
		return true
	}
	w.at = s
	wanted := uint32(full)
	if s.members >= 0 {
		wanted = w.members(s, g) & w.live
	} else if w.live != full {
		fail("a whole warp is needed, and lanes have ended")
	}
	if g.lanes&^wanted != 0 {
		fail("lanes %#x are no members of %#x", g.lanes, wanted)
	}
	return g.lanes == wanted
}

// members is the member mask that all lanes of the group give.
func (w *warp) members(s *step, g group) uint32 {
	first := true
	mask := uint32(0)
	each(g.lanes, func(i int) {
		m := uint32(w.r[s.members][i])
		if !first && m != mask {
			fail("lanes give different member masks")
		}
		mask, first = m, false
	})
	return mask
}

// pick returns the group that runs next: mostly the one that is furthest behind, so that branches join again, and now and then any.
func (w *warp) pick() int {
	if len(w.groups) == 1 {
		if !w.ready(w.groups[0]) {
			fail("lanes wait for others that never come")
		}
		return 0
	}
	var can []int
	best := -1
	for i, g := range w.groups {
		if w.ready(g) {
			can = append(can, i)
			if best < 0 || g.pc < w.groups[best].pc {
				best = i
			}
		}
	}
	if best < 0 {
		fail("lanes wait for each other at different instructions")
	}
	if w.block.random.IntN(4) == 0 {
		return can[w.block.random.IntN(len(can))]
	}
	return best
}

// merge joins groups that are at the same instruction, and drops those that have ended.
func (w *warp) merge() {
	out := w.groups[:0]
next:
	for _, g := range w.groups {
		if g.lanes == 0 {
			continue
		}
		for i := range out {
			if out[i].pc == g.pc {
				out[i].lanes |= g.lanes
				continue next
			}
		}
		out = append(out, g)
	}
	w.groups = out
}

// run runs a group until it branches, waits or ends.
func (w *warp) run(i int) {
	g := w.groups[i]
	steps := w.block.kernel.steps
	for count := 0; ; count++ {
		s := &steps[g.pc]
		if count > 0 && (s.sync && !w.ready(g) || s.leader && len(w.groups) > 1) {
			break
		}
		w.at = s
		w.block.count()
		m := w.guarded(s, g.lanes)
		if s.sync && m != g.lanes {
			fail("some lanes leave out what they do together")
		}
		if s.over != nil && !s.over(w) {
			w.failedTry = true
			w.block.cluster.failures++
			break
		}
		if s.target >= 0 {
			if m == 0 {
				g.pc++
				break
			}
			if m != g.lanes {
				w.groups = append(w.groups, group{g.pc + 1, g.lanes &^ m})
				g.lanes = m
			}
			g.pc = s.target
			break
		}
		g.pc++
		if s.ends {
			if slices.ContainsFunc(w.block.coming, func(k *coming) bool { return k.by == w }) {
				fail("a thread ends while copies of its are under way")
			}
			w.live &^= m
			if g.lanes &^= m; g.lanes == 0 {
				break
			}
			continue
		}
		if s.barrier {
			w.atBarrier = true
			break
		}
		if m != 0 {
			s.run(w, m)
		}
		if s.tries && w.failedTry {
			break
		}
	}
	w.groups[i] = g
}

// guarded is the lanes whose predicate holds.
func (w *warp) guarded(s *step, lanes uint32) (m uint32) {
	if s.guard < 0 {
		return lanes
	}
	p := &w.r[s.guard]
	for i := range 32 {
		if p[i] != 0 != s.negate {
			m |= 1 << i
		}
	}
	return m & lanes
}
