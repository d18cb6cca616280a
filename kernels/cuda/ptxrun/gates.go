package ptxrun

import "slices"

// phases is an mbarrier object (PTX ISA, Parallel Synchronization and Communication Instructions: mbarrier). A phase is over when as many have arrived as
// init said and as many bytes have come as were expected.
type phases struct {
	arrivals, missing int
	bytes             int
	parity            uint64
	by                *thread
	shown             bool // to the async proxy
}

// bulk is a cp.async.bulk in flight (PTX ISA, Data Movement and Conversion Instructions: cp.async.bulk).
type bulk struct {
	to, gate int
	from     []byte
}

func (b *block) gate(address uint64) (int, *phases) {
	at := b.shared.at(address, 8, 8)
	g := b.gates[at]
	if g == nil {
		fail("an mbarrier that nobody has initialised at %#x", address&0xffffffff)
	}
	return at, g
}

func (g *phases) over() {
	if g.missing == 0 && g.bytes == 0 {
		g.parity ^= 1
		g.missing = g.arrivals
	}
}

func (b *block) open(t *thread, address uint64, arrivals int) {
	at := b.shared.at(address, 8, 8)
	if b.gates[at] != nil || arrivals < 1 || arrivals >= 1<<20 {
		fail("an mbarrier is initialised twice, or for %d arrivals", arrivals)
	}
	b.shared.mark(at, 8, gate)
	b.gates[at] = &phases{arrivals: arrivals, missing: arrivals, by: t}
}

func (b *block) arrive(address uint64, bytes int) {
	_, g := b.gate(address)
	if g.missing == 0 {
		fail("an arrival too many at an mbarrier")
	}
	b.cluster.failures = 0
	g.bytes += bytes
	g.missing--
	g.over()
}

func (b *block) startBulk(to, from uint64, n int, gateAddress uint64) {
	if n <= 0 || n%16 != 0 {
		fail("a bulk copy of %d bytes", n)
	}
	at := b.shared.at(to, n, 16)
	source := b.memory.bytes(from, n, 16)
	place, g := b.gate(gateAddress)
	if !g.shown {
		fail("a bulk copy that does not see its mbarrier (fence.mbarrier_init)")
	}
	for j := at; j < at+n; j++ {
		if b.shared.state[j] >= landing {
			fail("two copies to one place, or one into a barrier")
		}
	}
	b.shared.mark(at, n, landing)
	b.bulks = append(b.bulks, bulk{to: at, gate: place, from: source})
}

// landBulk completes a bulk copy and reports it to its mbarrier.
func (b *block) landBulk(i int) {
	b.cluster.failures = 0
	if b.ended() {
		fail("a bulk copy to a block that has ended")
	}
	k := b.bulks[i]
	b.bulks = slices.Delete(b.bulks, i, i+1)
	copy(b.shared.data[k.to:], k.from)
	b.shared.mark(k.to, len(k.from), written)
	for j := range k.from {
		b.shared.hidden[k.to+j] = false
	}
	g := b.gates[k.gate]
	g.bytes -= len(k.from)
	g.over()
}
