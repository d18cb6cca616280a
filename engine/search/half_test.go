package search

import (
	"math"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// All possible weights convert without loss, and are those that packing rounds to.
func TestHalvesAreExact(t *testing.T) {
	for h := half(1); h < 0x7c00; h++ {
		w := h.weight()
		exponent, fraction := int(h>>10), float64(h&0x3ff)/1024
		want := math.Ldexp(1+fraction, exponent-15)
		if exponent == 0 {
			want = math.Ldexp(fraction, -14)
		}
		if float64(w) != want || halfOf(w) != h {
			t.Fatalf("%x is %v, want %v, and back %x", uint16(h), w, want, uint16(halfOf(w)))
		}
	}
	for _, w := range []float32{1e-9, 6e-5, 0.1, 1.0 / 3, 3.14159, 65000} {
		p, err := fingerprint.Pack(models.Splade, fingerprint.Value{Terms: []fingerprint.TermWeight{{ID: 7, Weight: w}}})
		if err != nil {
			t.Fatal(err)
		}
		if packed := p.Terms[0].Weight; halfOf(packed).weight() != packed {
			t.Errorf("%v is packed as %v and kept as %v", w, packed, halfOf(packed).weight())
		}
	}
}
