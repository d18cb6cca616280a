package kernels

// Sum adds all words, modulo 2⁶⁴. It is the least that a scan can do with what it reads: how fast it is says how fast memory can
// be read, which the rates of the other kernels are held against.
func Sum(words []uint64) uint64 {
	if len(words) == 0 {
		return 0
	}
	return sum(chosen, words)
}

// sumGeneric is the reference of Sum.
func sumGeneric(words []uint64) uint64 {
	s := uint64(0)
	for _, w := range words {
		s += w
	}
	return s
}
