package fingerprint

import "asterism/models"

// Unpack returns the float32 value of p: number times scale. Lengths differ from 1 by the rounding only (at most 1 % for
// a dense vector). p must be a valid packed value of the space, see [Packed.Check].
func Unpack(space models.Space, p *Packed) Value {
	if p.Absent() {
		return Value{}
	}
	switch space.Info().Kind {
	case models.Dense, models.Pair:
		return Value{Dense: unpackDense(p)}
	case models.Terms:
		return Value{Terms: append([]TermWeight(nil), p.Terms...)}
	case models.Binary:
		return Value{Bits: append([]uint64(nil), p.Bits...)}
	case models.Tokens:
		return Value{Vectors: unpackTokens(p)}
	}
	return Value{}
}

func unpackDense(p *Packed) []float32 {
	out := make([]float32, len(p.Int8))
	width := len(out) / len(p.Scales)
	for i, scale := range p.Scales {
		to := out[i*width : (i+1)*width]
		for j, q := range p.Int8[i*width : (i+1)*width] {
			to[j] = float32(q) * scale
		}
	}
	return out
}

func unpackTokens(p *Packed) []float32 {
	out := make([]float32, 2*len(p.Nibbles))
	width := len(out) / len(p.Scales)
	for i, scale := range p.Scales {
		to := out[i*width : (i+1)*width]
		for j, b := range p.Nibbles[i*width/2 : (i+1)*width/2] {
			to[2*j] = float32(int(b&15)-tokenBias) * scale
			to[2*j+1] = float32(int(b>>4)-tokenBias) * scale
		}
	}
	return out
}
