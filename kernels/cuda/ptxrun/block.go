package ptxrun

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"asterism/kernels/cuda"
)

const (
	mostSteps    = 60_000_000 // of all warps of a launch: more counts as endless
	mostFailures = 20_000     // of waits of a cluster
)

// block is one block of a launch (PTX ISA, Cooperative Thread Arrays). Its warps take random turns.
type block struct {
	kernel  *kernel
	memory  *memory
	shared  *shared
	random  *rand.Rand
	warps   []*warp
	steps   *int
	gates   map[int]*phases
	bulks   []bulk
	coming  []*coming
	arrived thread // bytes that arrived this way and no fence has made visible to the async proxy
	cluster *cluster
	rank    int // in its cluster
}

func (b *block) count() {
	if *b.steps++; *b.steps > mostSteps {
		fail("the kernel does not end")
	}
}

// layout gives every variable an address in shared memory, the dynamic one last, and makes the memory. All blocks of a cluster have the same layout.
func (b *block) layout(dynamic int) map[string]uint64 {
	base := b.cluster.base
	at, out := base, map[string]uint64{}
	place := func(v variable) {
		at = (at + uint64(v.align) - 1) / uint64(v.align) * uint64(v.align)
		out[v.name] = at
	}
	for _, v := range b.kernel.shared {
		if !v.dynamic {
			place(v)
			at += uint64(v.size)
		}
	}
	for _, v := range b.kernel.shared {
		if v.dynamic {
			place(v)
		}
	}
	at += uint64(dynamic)
	b.shared = &shared{base: base, data: make([]byte, at-base), state: make([]byte, at-base)}
	if b.kernel.products {
		b.shared.hidden = make([]bool, at-base)
	}
	return out
}

// start makes the warps and fills their constants.
func (b *block) start(l cuda.Launch, x, y int) {
	named := map[string]uint64{"%ctaid.x": uint64(x), "%ctaid.y": uint64(y), "%ctaid.z": 0, "%ntid.x": uint64(l.Threads), "%ntid.y": 1, "%ntid.z": 1,
		"%nctaid.x": uint64(l.GridX), "%nctaid.y": uint64(l.GridY), "%nctaid.z": 1, "%tid.y": 0, "%tid.z": 0,
		"%cluster_ctarank": uint64(b.rank)}
	for name, at := range b.layout(l.Shared) {
		named[name] = at
	}
	for i := range l.Threads / 32 {
		w := &warp{block: b, index: i, r: make([]row, b.kernel.registers), groups: []group{{0, full}}, live: full}
		for r := range w.r {
			for lane := range 32 {
				w.r[r][lane] = b.random.Uint64() // not written yet
			}
		}
		for _, c := range b.kernel.constants {
			v := c.value
			if c.name != "" {
				v = named[c.name]
			}
			if _, n, ok := strings.Cut(c.name, b.kernel.name+"_param_"); ok {
				index, _ := strconv.Atoi(n)
				v = word(l.Args[index])
			}
			for lane := range 32 {
				w.r[c.register][lane] = v
				if c.name == "%tid.x" {
					w.r[c.register][lane] = uint64(32*i + lane)
				}
			}
		}
		b.warps = append(b.warps, w)
	}
}

// word is an argument's bits.
func word(a cuda.Arg) uint64 {
	switch v := a.(type) {
	case cuda.Pointer:
		return uint64(v)
	case int32:
		return uint64(uint32(v))
	case float32:
		return uint64(math.Float32bits(v))
	}
	return 0
}

// ended reports whether all warps of a block have ended: then its shared memory belongs to another block.
func (b *block) ended() bool {
	for _, w := range b.warps {
		if w.live != 0 {
			return false
		}
	}
	return true
}

// ready appends the warps that can continue. If all that have not ended wait at the block's barrier, they can.
func (b *block) ready(can []*warp) []*warp {
	waiting, ended := 0, 0
	for _, w := range b.warps {
		switch {
		case w.live == 0:
			ended++
		case w.atBarrier:
			waiting++
		default:
			can = append(can, w)
		}
	}
	switch {
	case waiting == 0 || waiting+ended < len(b.warps):
		return can
	case ended > 0:
		fail("threads wait at a barrier that others have not reached before they ended")
	}
	for _, w := range b.warps {
		w.atBarrier = false
	}
	b.cluster.failures = 0
	return append(can, b.warps...)
}

// finish checks that everything that was started has been waited for.
func (b *block) finish() {
	if len(b.bulks)+len(b.coming) > 0 {
		fail("a copy that nobody waited for")
	}
	for _, w := range b.warps {
		if len(w.async.open)+len(w.async.closed) > 0 {
			fail("a product that nobody waited for")
		}
	}
}
