package convert

import "math"

// rotary rotates the numbers of a head in pairs by an angle that grows with the token's position:
// place·base^(−2i/width) for pair i (Su et al. 2021). Pairs are neighbours when interleaved, else number i and number i
// + width/2.
type rotary struct {
	base        float64
	width       int // numbers of a head that are rotated; all of them when equal to the head's width
	length      int // places that a row may have
	interleaved bool
}

// rotate applies the rotation to rows [B, P, heads·width], if a has one.
func (b *encoder) rotate(x string, heads int, a attentionShape) string {
	r := a.rotary
	if r == nil {
		return x
	}
	if r.width != a.width {
		b.fail("config.json: %d of the %d numbers of a head are rotated; only all of them are known here", r.width, a.width)
		return ""
	}
	cos, sin := b.angles(r)
	return b.own("RotaryEmbedding", []string{x, b.ints(0), cos, sin}, attr("interleaved", flag(r.interleaved)),
		attr("num_heads", int64(heads)), attr("rotary_embedding_dim", int64(r.width)))
}

// angles are the cosines and sines of all places, both [places, width/2].
func (b *encoder) angles(r *rotary) (cos, sin string) {
	places := (r.length + block - 1) / block * block
	c, s := make([]float32, 0, places*r.width/2), make([]float32, 0, places*r.width/2)
	for p := range places {
		for i := range r.width / 2 {
			angle := float64(p) * math.Pow(r.base, -2*float64(i)/float64(r.width))
			c, s = append(c, float32(math.Cos(angle))), append(s, float32(math.Sin(angle)))
		}
	}
	return b.constant("cosines", c, places, r.width/2), b.constant("sines", s, places, r.width/2)
}

func flag(v bool) int64 {
	if v {
		return 1
	}
	return 0
}
