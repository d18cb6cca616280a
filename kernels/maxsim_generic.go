package kernels

import "math"

// maxSimGeneric is the reference of MaxSim. The conversions keep a compiler from fusing products into sums, which would
// round differently.
func maxSimGeneric(query tokenQuery, tokens []byte, scales []float32, offsets []int32, out []float32) {
	best := make([]float32, len(query.units))
	for i := range out {
		for k := range best {
			best[k] = float32(math.Inf(-1))
		}
		for t := offsets[i]; t < offsets[i+1]; t++ {
			token := unpackToken(tokens[int(t)*tokenBytes:][:tokenBytes])
			for k := range best {
				if s := scales[t] * float32(query.dot(k, &token)); s > best[k] {
					best[k] = s
				}
			}
		}
		sum := float32(0)
		for k, b := range best {
			sum += float32(query.units[k] * b)
		}
		out[i] = sum / float32(len(best))
	}
}

func unpackToken(token []byte) (values [TokenWidth]int32) {
	for b, x := range token {
		values[2*b], values[2*b+1] = int32(x&15)-8, int32(x>>4)-8
	}
	return values
}

func (q tokenQuery) dot(k int, token *[TokenWidth]int32) int32 {
	sum := int32(0)
	for j, x := range q.values[k*TokenWidth:][:TokenWidth] {
		sum += int32(x) * token[j]
	}
	return sum
}
