package kernels

// bundleGeneric is the reference of Bundle. It counts as bundle.c does, one word at a time.
func bundleGeneric(v *Votes, out []uint64) {
	for w := range out {
		var c counter
		c.addAll(v, w)
		with, without := c.atLeast(v.With), c.atLeast(v.Without)
		out[w] = with&v.Tie[w] | without&^v.Tie[w]
	}
}

// planes is the number of bits of a counter.
const planes = 32

// counter is 64 counters of votes, bit-sliced: plane p has bit p of each; planes from used on are zero.
type counter struct {
	plane [planes]uint64
	used  int
}

// addAll counts word w of every trigram. Eight at a time go through a tree of full adders first (Harley–Seal), which leaves one chain of half adders in eight.
func (c *counter) addAll(v *Votes, w int) {
	words := len(v.Tie)
	row := func(letter, place int) uint64 { return v.Rows[(3*int(v.Letters[letter])+place)*words+w] }
	trigram := func(i int) uint64 { return row(i, 0) ^ row(i+1, 1) ^ row(i+2, 2) }
	var ones, twos, fours uint64
	i := 0
	for ; i+10 <= len(v.Letters); i += 8 {
		var t0, t1, f0, f1, eight uint64
		ones, t0 = add3(ones, trigram(i), trigram(i+1))
		ones, t1 = add3(ones, trigram(i+2), trigram(i+3))
		twos, f0 = add3(twos, t0, t1)
		ones, t0 = add3(ones, trigram(i+4), trigram(i+5))
		ones, t1 = add3(ones, trigram(i+6), trigram(i+7))
		twos, f1 = add3(twos, t0, t1)
		fours, eight = add3(fours, f0, f1)
		c.addTo(3, eight)
	}
	c.addTo(0, ones)
	c.addTo(1, twos)
	c.addTo(2, fours)
	for ; i+3 <= len(v.Letters); i++ {
		c.addTo(0, trigram(i))
	}
}

// add3 adds three bits in each of 64 lanes.
func add3(a, b, c uint64) (sum, carry uint64) {
	x := a ^ b
	return x ^ c, a&b | x&c
}

// addTo adds 2ᵖ to the counters whose bit is set in v.
func (c *counter) addTo(p int, v uint64) {
	for ; v != 0 && p < planes; p++ {
		c.plane[p], v = c.plane[p]^v, c.plane[p]&v
		c.used = max(c.used, p+1)
	}
}

// atLeast returns the lanes whose counter is k or more.
func (c *counter) atLeast(k int) uint64 {
	if k <= 0 {
		return ^uint64(0)
	}
	if k >= 1<<c.used {
		return 0
	}
	var above uint64
	equal := ^uint64(0)
	for p := c.used - 1; p >= 0; p-- {
		if k>>p&1 == 1 {
			equal &= c.plane[p]
		} else {
			above |= equal & c.plane[p]
			equal &^= c.plane[p]
		}
	}
	return above | equal
}
