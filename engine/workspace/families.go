package workspace

import (
	"math"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// sameFamily is the correlation from which on two spaces count as copies: they share half of their variance.
var sameFamily = math.Sqrt(.5)

// leastPairs is the least number of pairs of texts for a correlation.
const leastPairs = 30

// Families says which spaces are near copies of each other: those with the same number, from 1 on, are one family; a space with 0 is alone. A family counts as one value, however
// large it is, so that a table used by five spaces does not count five times.
type Families [models.Count]uint8

// FamiliesOf finds the families of the spaces that take part: two spaces are in one family if their similarities of all pairs of the texts correlate at √½ or above. With
// the compact models and a cohort of 32 texts E1, E5, E7, E10 and E11 are a family (.77 to .86 with E1), E6 and E13 another (.82); E8 is just below the limit (.68).
func FamiliesOf(texts []fingerprint.Fingerprint) (Families, error) {
	pairs, err := likenesses(texts)
	var out Families
	if err != nil {
		return out, err
	}
	families := uint8(0)
	for s := range out {
		for t := range s {
			if !(correlation(pairs, s, t) >= sameFamily) {
				continue
			}
			if out[t] == 0 {
				families++
				out[t] = families
			}
			out.join(s, t)
		}
	}
	return out, nil
}

// join merges a space, with its family if it has one, into the family of another.
func (f *Families) join(s, t int) {
	if f[s] == 0 {
		f[s] = f[t]
		return
	}
	old := f[s]
	for u := range f {
		if f[u] == old {
			f[u] = f[t]
		}
	}
}

// likenesses returns the similarities of all pairs of the texts.
func likenesses(texts []fingerprint.Fingerprint) (out []likeness, err error) {
	for i := range texts {
		var r fingerprint.Record
		if _, err := r.Take(&texts[i], nil); err != nil {
			return nil, err
		}
		face := valuesOf(&r)
		for j := range i {
			out = append(out, face.like(&texts[j]))
		}
	}
	return out, nil
}

// correlation is Pearson's, over the rows in which both spaces have a value; NaN if these are too few or all equal.
func correlation(rows []likeness, s, t int) float64 {
	var n, x, y, xx, yy, xy float64
	for i := range rows {
		a, b := rows[i][s], rows[i][t]
		if math.IsNaN(a) || math.IsNaN(b) {
			continue
		}
		n, x, y, xx, yy, xy = n+1, x+a, y+b, xx+a*a, yy+b*b, xy+a*b
	}
	if n < leastPairs {
		return math.NaN()
	}
	return (n*xy - x*y) / math.Sqrt((n*xx-x*x)*(n*yy-y*y))
}

// voices returns values of which each counts once: for a family the mean, at its first present member.
func (f *Families) voices(p *Percentiles) Percentiles {
	out := *p
	for s := range p {
		if f[s] == 0 || math.IsNaN(p[s]) {
			continue
		}
		sum, n := 0.0, 0
		for t := range p {
			if f[t] != f[s] || math.IsNaN(p[t]) {
				continue
			}
			if t < s { // an earlier member already stands for this one
				out[s], n = math.NaN(), 0
				break
			}
			sum, n = sum+p[t], n+1
		}
		if n > 0 {
			out[s] = sum / float64(n)
		}
	}
	return out
}
