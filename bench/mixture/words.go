package mixture

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// terms takes each parent's terms with the chance of its share, with the weights they have there: so mixtures have as many terms
// as real memories, and as heavy ones. A term of two parents has the greater weight. The strongest term of the first parent is always taken.
func (m *Mixer) terms(r *rand.Rand, s models.Space, from []parent) []fingerprint.TermWeight {
	var out []fingerprint.TermWeight
	for i, p := range from {
		all := m.Base.Records[p.number][s].Terms
		strongest := strongestOf(all)
		for k, t := range all {
			if r.Float64() < p.share || i == 0 && k == strongest {
				out = append(out, t)
			}
		}
	}
	slices.SortFunc(out, func(a, b fingerprint.TermWeight) int {
		return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(b.Weight, a.Weight))
	})
	return slices.CompactFunc(out, func(a, b fingerprint.TermWeight) bool { return a.ID == b.ID })
}

// strongestOf is the place of the heaviest term, −1 without terms.
func strongestOf(all []fingerprint.TermWeight) int {
	best := -1
	for k, t := range all {
		if best < 0 || t.Weight > all[best].Weight {
			best = k
		}
	}
	return best
}

// bits takes each bit from a parent drawn by the shares, in sixteenths.
func (m *Mixer) bits(r *rand.Rand, s models.Space, from []parent) []uint64 {
	out := slices.Clone(m.Base.Records[from[0].number][s].Bits)
	left := from[0].share // of those that have been drawn from already
	for _, p := range from[1:] {
		other := m.Base.Records[p.number][s].Bits
		chance := p.share / (left + p.share)
		left += p.share
		for j := range other {
			mask := randomMask(r, int(16*chance+0.5))
			out[j] = out[j]&^mask | other[j]&mask
		}
	}
	return out
}

// randomMask sets each bit with a chance of sixteenths/16: the digits of the chance from the least on, each either or-ed or and-ed with a
// fair coin a bit.
func randomMask(r *rand.Rand, sixteenths int) uint64 {
	if sixteenths >= 16 {
		return ^uint64(0)
	}
	mask := uint64(0)
	for digit := range 4 {
		if sixteenths>>digit&1 == 1 {
			mask |= r.Uint64()
		} else {
			mask &= r.Uint64()
		}
	}
	return mask
}
