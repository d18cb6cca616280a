package kernels

import "fmt"

// TokenWidth is the number of values of a token vector, tokenBytes what one takes at four bits a value.
const (
	TokenWidth = 128
	tokenBytes = TokenWidth / 2
)

// MaxSim computes for each memory i the mean over the query's token vectors of the best dot product with any of the
// memory's token vectors (Khattab & Zaharia 2020, with a mean in place of the sum).
//
// query is float32[q][128]; memory i owns the token vectors offsets[i] … offsets[i+1]−1 (len(offsets) = n+1, at least one
// token a memory); a token is 64 bytes of tokens, two values a byte, low nibble first, stored with an offset of 8, times
// its entry of scales. out is float32[n]. The query is rounded to 16 bits, which moves a result by at most 1.6e-5 of the
// product of greatest component and Σ|token|; every variant gives the same bits. The error names the shape that does not
// fit or the number of the query that is not finite; nothing is computed then.
func MaxSim(query []float32, tokens []byte, scales []float32, offsets []int32, out []float32) error {
	q, err := PrepareTokens(query)
	if err != nil {
		return err
	}
	return q.MaxSim(tokens, scales, offsets, out)
}

// MaxSim is [MaxSim] of a prepared question.
func (q TokenQuery) MaxSim(tokens []byte, scales []float32, offsets []int32, out []float32) error {
	if len(tokens) != len(scales)*tokenBytes {
		return fmt.Errorf("maxsim: %d bytes for %d tokens of %d bytes", len(tokens), len(scales), tokenBytes)
	}
	if len(offsets) != len(out)+1 || offsets[0] != 0 || int(offsets[len(out)]) != len(scales) {
		return fmt.Errorf("maxsim: offsets do not divide %d tokens among %d memories", len(scales), len(out))
	}
	for i := range out {
		if offsets[i+1] <= offsets[i] {
			return fmt.Errorf("maxsim: memory %d has no tokens", i)
		}
	}
	if len(out) > 0 {
		maxSim(chosen, q.rounded, tokens, scales, offsets, out)
	}
	return nil
}
