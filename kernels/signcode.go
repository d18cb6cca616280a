package kernels

import "fmt"

// SignCode sets bit j%64 of code[j/64] where v[j] > 0, for the first 64·len(code) numbers, and clears the others. It returns Σv² over all
// numbers and Σ|v| over those that have a bit. The error says that there are fewer numbers than bits, or more than 65,536 of them;
// nothing is written then.
func SignCode(v []int8, code []uint64) (squares, size int32, err error) {
	if len(v) < 64*len(code) || len(v) > maxSigned {
		return 0, 0, fmt.Errorf("take signs: %d numbers for %d bits, at least as many and at most %d are wanted", len(v), 64*len(code), maxSigned)
	}
	squares, size = signCode(chosen, v, code)
	return squares, size, nil
}

// maxSigned keeps Σv² within 31 bits.
const maxSigned = 1 << 16
