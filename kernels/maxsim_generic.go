package kernels

import "math"

// maxSimGeneric is the reference of MaxSim.
func maxSimGeneric(query []float32, tokens []byte, scales []float32, offsets []int32, out []float32) {
	q := len(query) / TokenWidth
	for i := range out {
		sum := float32(0)
		for k := range q {
			best := float32(math.Inf(-1))
			for t := offsets[i]; t < offsets[i+1]; t++ {
				best = max(best, scales[t]*tokenDot(query[k*TokenWidth:][:TokenWidth], tokens[int(t)*tokenBytes:][:tokenBytes]))
			}
			sum += best
		}
		out[i] = sum / float32(q)
	}
}

func tokenDot(query []float32, token []byte) float32 {
	sum := float32(0)
	for j, b := range token {
		sum += query[2*j]*float32(int(b&15)-8) + query[2*j+1]*float32(int(b>>4)-8)
	}
	return sum
}
