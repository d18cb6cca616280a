package search

import (
	"fmt"
	"strings"

	"asterism/models"
)

// Names of the weight profiles. ProfileAuto is not one of them but asks [Auto] to choose.
const (
	ProfileAuto     = "auto"
	ProfileSemantic = "semantic"
	ProfileCausal   = "causal"
	ProfileCode     = "code"
	ProfileTemporal = "temporal"
	ProfileFact     = "fact"
	ProfileBalanced = "balanced"
)

// profiles are the named weights E1…E13 in percent (MEMORY).
var profiles = []struct {
	name    string
	percent [models.Count]float64
}{
	{ProfileSemantic, [models.Count]float64{28, 5, 5, 5, 10, 4, 18, 5, 5, 5, 3, 5, 2}},
	{ProfileCausal, [models.Count]float64{15, 3, 3, 3, 40, 3, 10, 8, 3, 5, 3, 2, 2}},
	{ProfileCode, [models.Count]float64{15, 2, 2, 15, 5, 5, 35, 2, 2, 5, 5, 5, 2}},
	{ProfileTemporal, [models.Count]float64{12, 22, 22, 22, 3, 2, 3, 2, 3, 3, 2, 2, 2}},
	{ProfileFact, [models.Count]float64{10, 2, 2, 2, 18, 10, 5, 5, 2, 5, 35, 2, 2}},
	{ProfileBalanced, [models.Count]float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
}

// Profiles lists the names of the profiles, without auto.
func Profiles() []string {
	out := make([]string, len(profiles))
	for i, p := range profiles {
		out[i] = p.name
	}
	return out
}

// Profile returns the weights of a named profile, normalised to sum 1. The error lists the names there are.
func Profile(name string) ([models.Count]float64, error) {
	for _, p := range profiles {
		if p.name == name {
			return normalise(p.percent), nil
		}
	}
	return [models.Count]float64{}, fmt.Errorf("unknown profile %q: valid are %s, %s", name, ProfileAuto, strings.Join(Profiles(), ", "))
}

func normalise(w [models.Count]float64) [models.Count]float64 {
	sum := 0.0
	for _, v := range w {
		sum += v
	}
	for i := range w {
		w[i] /= sum
	}
	return w
}
