package kernels

// BitPlanes is how many bits a component of a rounded vector has: the odd number w is 2·u − 15, and plane p has bit p of every u.
const BitPlanes = 4

// Planes is the rounded vector bit by bit, for code that counts bits instead of adding entries of tables: bit j%32 of word j/32 of plane p is bit p of
// component j. With D components and n(p) the number of bits in which plane p and a row's code differ, [DotBits] is 15·D − 2·Σ 2ᵖ·n(p). A [NewDistanceQuery]
// has one plane, the bits it was given, and DotBits is n(0). Every call makes new slices.
func (q BitQuery) Planes() [][]uint32 {
	count := BitPlanes
	if q.times == 1 {
		count = 1
	}
	planes := make([][]uint32, count)
	for p := range planes {
		planes[p] = make([]uint32, (q.width+3)/4)
	}
	for j := range 8 * q.width {
		u := q.component(j)
		for p := range planes {
			planes[p][j/32] |= u >> p & 1 << (j % 32)
		}
	}
	return planes
}

// component is u of component j, or its bit in a distance query. A component that is −w adds w when its bit is clear, so an entry with this bit alone is w more
// than the one without any.
func (q BitQuery) component(j int) uint32 {
	table := q.tables[16*(j/4):]
	w := int(table[1<<(j%4)]) - int(table[0])
	if q.times == 1 {
		return uint32(1-w) / 2 // a bit that is set counts where the row's is clear: w = −1
	}
	return uint32(w+15) / 2
}
