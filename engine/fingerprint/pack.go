package fingerprint

import (
	"fmt"

	"asterism/models"
)

// Pack quantises v into its stored form: see [Packed]. It refuses a value that the space does not allow: wrong
// width, a number that is not finite, a zero vector, terms out of order or out of the vocabulary, bits beyond the
// width. An absent value packs to an absent one. The spaces computed from the time are never stored and are
// refused.
//
// The cosine between a random unit vector and its packed form is above .9999 in the dense spaces and about .985 for a token.
func Pack(space models.Space, v Value) (Packed, error) {
	if int(space) >= models.Count {
		return Packed{}, fmt.Errorf("pack %v: there are %d spaces", space, models.Count)
	}
	if v.Absent() {
		return Packed{}, nil
	}
	p, err := pack(space.Info(), v)
	if err != nil {
		return Packed{}, fmt.Errorf("pack %v: %w", space, err)
	}
	return p, nil
}

func pack(info models.Info, v Value) (Packed, error) {
	if info.Origin == models.FromTime {
		return Packed{}, fmt.Errorf("value is given, but this space is computed from the time and never kept")
	}
	if err := oneField(info.Kind, v); err != nil {
		return Packed{}, err
	}
	switch info.Kind {
	case models.Dense:
		return packDense(v.Dense, info.Width, 1)
	case models.Pair:
		return packDense(v.Dense, info.Width, 2)
	case models.Terms:
		return packTerms(v.Terms, info.Width)
	case models.Binary:
		return packBits(v.Bits, info.Width)
	case models.Tokens:
		return packTokens(v.Vectors, info.Width)
	}
	return Packed{}, fmt.Errorf("kind %d is unknown", info.Kind)
}

// oneField refuses numbers in a field that the kind does not use, because they would be lost.
func oneField(kind models.Kind, v Value) error {
	used := map[bool]int{}
	used[kind == models.Dense || kind == models.Pair] += len(v.Dense)
	used[kind == models.Terms] += len(v.Terms)
	used[kind == models.Binary] += len(v.Bits)
	used[kind == models.Tokens] += len(v.Vectors)
	if used[false] > 0 {
		return fmt.Errorf("value has %d numbers in a field that kind %d does not use", used[false], kind)
	}
	return nil
}

// packDense packs count vectors of the given width, one scale each.
func packDense(x []float32, width, count int) (Packed, error) {
	if len(x) != width*count {
		return Packed{}, fmt.Errorf("value has %d numbers, want %d", len(x), width*count)
	}
	p := Packed{Int8: make([]int8, len(x)), Scales: make([]float32, count)}
	for i := range p.Scales {
		part := x[i*width : (i+1)*width]
		scale, err := quantise(p.Int8[i*width:(i+1)*width], part)
		if err != nil {
			return Packed{}, fmt.Errorf("vector %d: %w", i, err)
		}
		p.Scales[i] = scale
	}
	return p, nil
}

func packTerms(terms []TermWeight, width int) (Packed, error) {
	if err := checkTerms(terms, width); err != nil {
		return Packed{}, err
	}
	p := Packed{Terms: make([]TermWeight, len(terms))}
	for i, t := range terms {
		p.Terms[i] = TermWeight{ID: t.ID, Weight: roundHalf(t.Weight)}
	}
	return p, nil
}

func packBits(bits []uint64, width int) (Packed, error) {
	if err := checkBits(bits, width); err != nil {
		return Packed{}, err
	}
	return Packed{Bits: append([]uint64(nil), bits...)}, nil
}

// packTokens packs any number of token vectors up to [MaxTokenVectors].
func packTokens(x []float32, width int) (Packed, error) {
	count := len(x) / width
	if len(x)%width != 0 {
		return Packed{}, fmt.Errorf("value has %d numbers, want a multiple of %d", len(x), width)
	}
	if count > MaxTokenVectors {
		return Packed{}, fmt.Errorf("value has %d token vectors, at most %d are kept: pool windows with PoolWindows first", count, MaxTokenVectors)
	}
	p := Packed{Nibbles: make([]byte, len(x)/2), Scales: make([]float32, count)}
	for i := range p.Scales {
		scale, err := quantiseToken(p.Nibbles[i*width/2:(i+1)*width/2], x[i*width:(i+1)*width])
		if err != nil {
			return Packed{}, fmt.Errorf("token %d: %w", i, err)
		}
		p.Scales[i] = scale
	}
	return p, nil
}
