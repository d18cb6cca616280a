package ptxrun

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"asterism/kernels/cuda"
)

const (
	mostSteps    = 60_000_000 // of all warps of a launch: more is no end
	mostFailures = 20_000     // waits that found nothing over, while none found anything and nobody arrived, ended or copied
)

// block is one block of a launch (PTX ISA, Cooperative Thread Arrays). Its warps take turns that are drawn.
type block struct {
	kernel   *kernel
	memory   *memory
	shared   *shared
	random   *rand.Rand
	warps    []*warp
	steps    *int
	gates    map[int]*phases
	bulks    []bulk
	failures int
}

func (b *block) count() {
	if *b.steps++; *b.steps > mostSteps {
		fail("the kernel does not end")
	}
}

// layout gives every variable an address in shared memory, the dynamic one last, and makes the memory.
func (b *block) layout(dynamic int) map[string]uint64 {
	base := uint64(128 * (2 + b.random.IntN(15)))
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
		"%nctaid.x": uint64(l.GridX), "%nctaid.y": uint64(l.GridY), "%nctaid.z": 1, "%tid.y": 0, "%tid.z": 0}
	for name, at := range b.layout(l.Shared) {
		named[name] = at
	}
	for i := range l.Threads / 32 {
		w := &warp{block: b, index: i, r: make([]row, b.kernel.registers), groups: []group{{0, full}}, live: full}
		for r := range w.r {
			for lane := range 32 {
				w.r[r][lane] = b.random.Uint64() // nobody has written it
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

// run runs the block to its end; now is told which warp runs.
func (b *block) run(now func(*warp)) {
	var can []*warp
	for {
		can = can[:0]
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
		case ended == len(b.warps):
			b.finish()
			return
		case len(can) == 0 && ended > 0:
			fail("threads wait at a barrier that others have not reached before they ended")
		case len(can) == 0:
			for _, w := range b.warps {
				w.atBarrier = false
			}
			b.failures = 0
			continue
		}
		w := can[b.random.IntN(len(can))]
		now(w)
		w.slice(1 + b.random.IntN(40))
		if w.live == 0 {
			b.failures = 0
		}
		if len(b.bulks) > 0 && (b.failures > 0 || b.random.IntN(4) == 0) {
			b.landBulk(b.random.IntN(len(b.bulks)))
		}
		if b.failures > mostFailures {
			fail("threads wait for a phase that does not end")
		}
	}
}

// finish asks whether everything that was started has been waited for.
func (b *block) finish() {
	if len(b.bulks) > 0 {
		fail("a bulk copy that nobody waited for")
	}
	for _, w := range b.warps {
		if len(w.async.open)+len(w.async.closed) > 0 {
			fail("a product that nobody waited for")
		}
	}
}
