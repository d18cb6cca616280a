package fingerprint

import (
	"fmt"
	"math"

	"asterism/models"
)

// Check returns what is wrong with p as a packed value of the space, or nil: sizes that do not match the width, scales
// that are not finite, terms out of order. An absent value is valid in every space; spaces computed from the time have
// no other.
func (p *Packed) Check(space models.Space) error {
	if p.Absent() {
		return nil
	}
	if err := p.check(space.Info()); err != nil {
		return fmt.Errorf("check packed %v: %w", space, err)
	}
	return nil
}

func (p *Packed) check(info models.Info) error {
	if info.Origin == models.FromTime {
		return fmt.Errorf("value is given, but this space is computed from the time and never kept")
	}
	var want Packed // only its lengths are used
	switch info.Kind {
	case models.Dense:
		return p.checkDense(info.Width, 1)
	case models.Pair:
		return p.checkDense(info.Width, 2)
	case models.Tokens:
		return p.checkTokens(info.Width)
	case models.Terms:
		want.Terms = p.Terms
	case models.Binary:
		want.Bits = p.Bits
	}
	if err := p.sizes(len(want.Terms), len(want.Bits), 0, 0, 0); err != nil {
		return err
	}
	if info.Kind == models.Binary {
		return checkBits(p.Bits, info.Width)
	}
	return checkTerms(p.Terms, info.Width)
}

func (p *Packed) checkDense(width, count int) error {
	if err := p.sizes(0, 0, width*count, 0, count); err != nil {
		return err
	}
	return checkScales(p.Scales)
}

func (p *Packed) checkTokens(width int) error {
	count := len(p.Scales)
	if count > MaxTokenVectors {
		return fmt.Errorf("value has %d token vectors, at most %d are kept", count, MaxTokenVectors)
	}
	if err := p.sizes(0, 0, 0, count*width/2, count); err != nil {
		return err
	}
	return checkScales(p.Scales)
}

func (p *Packed) sizes(terms, bits, int8s, nibbles, scales int) error {
	if len(p.Terms) != terms || len(p.Bits) != bits || len(p.Int8) != int8s || len(p.Nibbles) != nibbles || len(p.Scales) != scales {
		return fmt.Errorf("value has %d int8, %d nibble bytes, %d scales, %d terms, %d words of bits; want %d, %d, %d, %d, %d",
			len(p.Int8), len(p.Nibbles), len(p.Scales), len(p.Terms), len(p.Bits), int8s, nibbles, scales, terms, bits)
	}
	return nil
}

func checkScales(scales []float32) error {
	for i, s := range scales {
		if !(s >= 0 && s <= math.MaxFloat32) {
			return fmt.Errorf("scale %d is %v, want a finite number that is not negative", i, s)
		}
	}
	return nil
}

func checkTerms(terms []TermWeight, width int) error {
	last := -1
	for i, t := range terms {
		if int(t.ID) <= last {
			return fmt.Errorf("term %d has id %d behind id %d, want ascending ids", i, t.ID, last)
		}
		if int(t.ID) >= width {
			return fmt.Errorf("term %d has id %d, the vocabulary has %d", i, t.ID, width)
		}
		if !(t.Weight > 0 && t.Weight <= maxHalf) {
			return fmt.Errorf("term %d (id %d) has weight %v, want above 0 and at most %v", i, t.ID, t.Weight, maxHalf)
		}
		last = int(t.ID)
	}
	return nil
}

func checkBits(bits []uint64, width int) error {
	words := (width + 63) / 64
	if len(bits) != words {
		return fmt.Errorf("value has %d words of bits, want %d", len(bits), words)
	}
	if over := uint(words*64 - width); over > 0 && bits[words-1]>>(64-over) != 0 {
		return fmt.Errorf("bits beyond the width of %d are set", width)
	}
	return nil
}
