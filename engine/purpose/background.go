package purpose

import (
	"slices"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// Background is how similar a memory is to any text, because of its form: the nearest of many tokens is nearer than the nearest of few, and
// the bits of a long text differ from those of a short one. In such spaces the memory's similarity to everything is subtracted from its
// similarity to a goal (the subtraction of T-norm, which Auckenthaler et al. describe together with Z-norm). Single memories of a domain
// against those of others had a ROC AUC of .58 in E9 without it and .72 with it, of .76 and .86 in E12; the other spaces do not gain.
type Background struct {
	Values fingerprint.Fingerprint
	Factor [models.Count]float64 // similarity to everything = Factor·similarity to Values; 0 in other spaces

	record fingerprint.Record // stored form of Values
}

// backgroundEvery: one text in this many of the cohort contributes one token. More do not measure better.
const backgroundEvery = 4

// newBackground computes the background of the spaces of form from the cohort: for tokens, one each from some of its texts; for bits, those that most
// texts have, and the factor with which the similarity to them best approximates (least squares) the mean similarity to the texts. Values are rounded
// to their stored form. The error is that of packing them.
func newBackground(cohort []fingerprint.Fingerprint) (*Background, error) {
	b := &Background{}
	for _, s := range formSpaces.Spaces() {
		var v fingerprint.Value
		var err error
		switch s.Info().Kind {
		case models.Tokens:
			v, b.Factor[s] = someTokens(cohort, s), 1
		case models.Binary:
			v, b.Factor[s] = commonBits(cohort, s)
		}
		if b.record[s], err = fingerprint.Pack(s, v); err != nil {
			return nil, err
		}
		if v.Absent() {
			b.Factor[s] = 0
		}
		b.Values[s] = fingerprint.Unpack(s, &b.record[s])
	}
	return b, nil
}

func someTokens(cohort []fingerprint.Fingerprint, s models.Space) (out fingerprint.Value) {
	width := s.Info().Width
	for i := 0; i < len(cohort); i += backgroundEvery {
		if v := cohort[i][s].Vectors; len(v) > 0 {
			at := i * 7919 % (len(v) / width) // a prime: spread over the text, the same at every call
			out.Vectors = append(out.Vectors, v[at*width:][:width]...)
		}
	}
	return out
}

func commonBits(cohort []fingerprint.Fingerprint, s models.Space) (out fingerprint.Value, factor float64) {
	votes := make([]int, s.Info().Width)
	for i := range cohort {
		countBits(votes, cohort[i][s].Bits)
	}
	if !slices.ContainsFunc(cohort, func(f fingerprint.Fingerprint) bool { return !f[s].Absent() }) {
		return out, 0
	}
	out.Bits = majority(votes)
	both, square := 0.0, 0.0
	for i := range cohort {
		if cohort[i][s].Absent() {
			continue
		}
		near := fingerprint.Similarity(s, &out, &cohort[i][s])
		both += near * meanSimilarity(s, cohort, i)
		square += near * near
	}
	if square > 0 {
		factor = both / square
	}
	return out, factor
}

// meanSimilarity is that of one text to the others of the cohort.
func meanSimilarity(s models.Space, cohort []fingerprint.Fingerprint, of int) float64 {
	sum, n := 0.0, 0
	for i := range cohort {
		if i != of && !cohort[i][s].Absent() {
			sum += fingerprint.Similarity(s, &cohort[i][s], &cohort[of][s])
			n++
		}
	}
	return sum / float64(max(n, 1))
}

// in returns the background in some of its spaces only.
func (b *Background) in(spaces models.Set) *Background {
	if b.Values.Present().Without(spaces) == 0 {
		return b
	}
	out := &Background{}
	for _, s := range (b.Values.Present() & spaces).Spaces() {
		out.Values[s], out.Factor[s], out.record[s] = b.Values[s], b.Factor[s], b.record[s]
	}
	return out
}

// same reports whether two backgrounds are equal: those of goals that one program calibrated are.
func (b *Background) same(o *Background) bool {
	if b.Factor != o.Factor {
		return false
	}
	for s := range b.Values {
		if !slices.Equal(b.Values[s].Bits, o.Values[s].Bits) || !slices.Equal(b.Values[s].Vectors, o.Values[s].Vectors) {
			return false
		}
	}
	return true
}

// formSpaces are those in which the similarity depends on the length of a memory.
var formSpaces = func() (set models.Set) {
	for _, info := range models.Catalog {
		if info.Kind == models.Binary || info.Kind == models.Tokens {
			set = set.With(info.Space)
		}
	}
	return set
}()
