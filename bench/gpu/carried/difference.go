package carried

import "math"

// How far apart two files' numbers may begin, and how many are looked at to find out: their headers differ by some hundred bytes.
const (
	mostShift = 1024
	sampled   = 1 << 12
)

// difference is b less a similar file, byte by byte modulo 256; bytes without a counterpart are kept.
func difference(b, like []byte, shift int) []byte {
	out := make([]byte, len(b))
	for i, v := range b {
		out[i] = v - at(like, i+shift)
	}
	return out
}

// restore is the reverse of difference, in place.
func restore(d, like []byte, shift int) {
	for i := range d {
		d[i] += at(like, i+shift)
	}
}

func at(b []byte, i int) byte {
	if i < 0 || i >= len(b) {
		return 0
	}
	return b[i]
}

// nearest finds the earlier file, and the shift, whose difference has the least entropy; -1 where no difference has less than the file itself. One sample from the middle of the file
// decides, since the numbers are similar throughout.
func nearest(b []byte, earlier [][]byte) (which, shift int) {
	which = -1
	from := len(b) / 2
	n := min(sampled, len(b)-from)
	best := entropy(b[from:from+n], nil, 0) - 0.1 // what is as good without is kept without
	for i, like := range earlier {
		for s := -mostShift; s <= mostShift; s++ {
			if e := entropy(b[from:from+n], like, from+s); e < best {
				best, which, shift = e, i, s
			}
		}
	}
	return which, shift
}

// entropy is the bits a byte of a sample less a similar file from a place on; without one it is the sample's own.
func entropy(sample, like []byte, from int) (bits float64) {
	var counts [256]int
	for i, v := range sample {
		counts[v-at(like, from+i)]++
	}
	for _, n := range counts {
		if p := float64(n) / float64(len(sample)); n > 0 {
			bits -= p * math.Log2(p)
		}
	}
	return bits
}
