package dream

import (
	"math"
	"slices"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// Content are the spaces that say what a memory is about, as dreams compare them. E2 to E4 say when it came. E12 is left out because it holds
// twenty times as much as the others together and adds nothing here: clusters of ten intents of Banking77 have purity .787 and normalised
// mutual information .813 with it, .789 and .815 without; alone it has .639 and .447 on 4 × 12 passages of evaluation sets,
// where the others have .83 to .92 and .78 to .94.
var Content = models.All.Without(models.OfOrigin(models.FromTime) | models.SetOf(models.LateInteraction))

// Scale is what is usual between two memories of a namespace, in each space of Content: the similarities of the pairs of a sample. It
// makes similarities of different spaces comparable, whatever the models are and however narrow the namespace's subject is.
type Scale struct{ sorted [models.Count][]float64 }

// NewScale compares all pairs of a sample, which must be of memories chosen without regard to what they say. 200 memories give 19,900
// pairs.
func NewScale(sample []fingerprint.Fingerprint) *Scale {
	s := &Scale{}
	for _, space := range Content.Spaces() {
		for i := range sample {
			for j := range i {
				if x := fingerprint.Similarity(space, &sample[i][space], &sample[j][space]); !math.IsNaN(x) {
					s.sorted[space] = append(s.sorted[space], x)
				}
			}
		}
		slices.Sort(s.sorted[space])
	}
	return s
}

// Percentile is the share of the sample's pairs that are less similar than x; equal ones count half. NaN when x is NaN or no pair of the sample has the space.
func (s *Scale) Percentile(space models.Space, x float64) float64 {
	all := s.sorted[space]
	if len(all) == 0 || math.IsNaN(x) {
		return math.NaN()
	}
	return percentile(all, x)
}

// Percentiles compares two memories in every space of Content; NaN where one of them is absent.
func (s *Scale) Percentiles(a, b *fingerprint.Fingerprint) (out [models.Count]float64) {
	for space := range out {
		out[space] = math.NaN()
		if v := models.Space(space); Content.Has(v) {
			out[space] = s.Percentile(v, fingerprint.Similarity(v, &a[v], &b[v]))
		}
	}
	return out
}

// Activation is how strongly one memory activates another: the mean percentile over the spaces that both have, stretched so that 0 is a usual pair of memories and 1 is a
// copy; 0 when they share no space.
func Activation(percentiles [models.Count]float64) float64 {
	sum, n := 0.0, 0
	for _, p := range percentiles {
		if !math.IsNaN(p) {
			sum += p
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return max(0, 2*sum/float64(n)-1)
}
