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

// profiles are the named weights E1…E13 in percent.
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

// fitted are the weights of auto for questions of meaning and of code, and fittedLong those for long questions, in percent: two thirds
// are what make fit printed (models/train/weights.py says how) on text that no space was trained on, held-out parts of the training text
// (commits, docs, prose, long) and notes of repositories that are not in it (n-heading, n-sentence, n-related). One third is put on the
// best single space, E13: held-out text is still of the kind that the dense spaces learned from and flatters them. Which sets a fit is
// made of, where its climb starts and that third were chosen with the development sets in sight: ten ways were tried, they differ by two
// points of mean nDCG@10, and the one kept is within a tenth of a point of what fits those sets best. The optimum is flat. They were printed
// before E8 was trained for the last time; a fit since then puts more on E8 (37 of 100 before the third), and was not taken over without
// measuring it.
var (
	fitted = map[string][models.Count]float64{
		ProfileSemantic: {7.4, 0, 0, 0, 9.1, 1.7, 3.7, 13.1, 7.4, 0.1, 0.7, 11.7, 45.2}, // all seven sets
		ProfileCode:     {8.2, 0, 0, 0, 5, 3.1, 40.7, 7, 5.4, 0.5, 0.8, 6.3, 23},        // half that, half a fit on code and commands
	}
	fittedLong = [models.Count]float64{1.5, 0, 0, 0, 1.1, 20, 6.3, 1.4, 15.7, 2.8, 0.7, 0.5, 50} // n-related
)

// longQuestion is the number of words from which fittedLong applies: those of the sections that it was fitted on.
const longQuestion = 30

// namedShare is how much the named profile counts in auto for a question of causes, facts or time: half. No held-out text asks such
// questions, and what was asked for must weigh.
const namedShare = 0.5

// auto are the weights that auto gives a question of the named profile.
func auto(name string) [models.Count]float64 {
	if w, ok := fitted[name]; ok {
		return normalise(w)
	}
	named, _ := Profile(name) // one of ours
	if name != ProfileTemporal {
		for _, s := range timeSpaces.Spaces() {
			named[s] = 0
		}
	}
	return blend(normalise(named), normalise(fitted[ProfileSemantic]), namedShare)
}

// AutoMeaning are the weights that auto gives a plain question of meaning.
func AutoMeaning() [models.Count]float64 { return auto(ProfileSemantic) }

// blend is share of a and the rest of b.
func blend(a, b [models.Count]float64, share float64) (out [models.Count]float64) {
	for i := range out {
		out[i] = share*a[i] + (1-share)*b[i]
	}
	return out
}

// leanToWords gives half of the weight to the spaces of letters and words.
func leanToWords(w [models.Count]float64) [models.Count]float64 {
	for i := range w {
		w[i] /= 2
	}
	w[models.HDC] += 0.15
	w[models.Sparse] += 0.15
	w[models.Entity] += 0.1
	w[models.Splade] += 0.1
	return w
}

// ForMisspelt gives half of the weight to the spaces of letters and words, most of it to E9, which alone still knows a word by
// its letters when some are wrong.
func ForMisspelt(w [models.Count]float64) [models.Count]float64 {
	for i := range w {
		w[i] /= 2
	}
	w[models.HDC] += 0.35
	w[models.Entity] += 0.15
	return w
}
