package fingerprint

import "asterism/models"

// Value is one text in one space, as an embedder returns it. Which field is used follows from the space's
// [models.Kind]; all fields empty means that the space is absent for this text, which is not the same as zero.
type Value struct {
	Dense   []float32    // Dense: Width, unit length; Pair: cause then effect, 2*Width
	Terms   []TermWeight // Terms: ascending ids, weights > 0
	Bits    []uint64     // Binary: ceil(Width/64) words, unused high bits zero
	Vectors []float32    // Tokens: n*Width row-major, each row of unit length
}

// TermWeight is one active term of a sparse value.
type TermWeight struct {
	ID     uint16
	Weight float32
}

// Absent reports whether the space is undefined for the text.
func (v Value) Absent() bool {
	return len(v.Dense) == 0 && len(v.Terms) == 0 && len(v.Bits) == 0 && len(v.Vectors) == 0
}

// Fingerprint is one text in all spaces: nothing is fused when it is stored.
type Fingerprint [models.Count]Value

// Present returns the spaces that are not absent.
func (f *Fingerprint) Present() models.Set {
	var s models.Set
	for i := range f {
		if !f[i].Absent() {
			s = s.With(models.Space(i))
		}
	}
	return s
}
