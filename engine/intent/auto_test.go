package intent

import (
	"math"
	"strings"
	"testing"

	"asterism/models"
)

func TestAutoPicksByTheDocumentedRules(t *testing.T) {
	for text, want := range map[string]string{
		"how do we keep the cache small":   ProfileSemantic,
		"kuberntes":                        ProfileSemantic,
		"":                                 ProfileSemantic,
		"?!":                               ProfileSemantic,
		"who may approve a release":        ProfileSemantic,
		"the march of progress":            ProfileSemantic,
		"we should discuss it in a moment": ProfileSemantic,
		"who owns the YouTube channel":     ProfileSemantic,
		"what did McGee say about LeBron":  ProfileSemantic,
		"a stray ` in a note":              ProfileSemantic,
		"which iPhone does Anna have":      ProfileSemantic,
		"What did LeBron James do in the McGee case?": ProfileSemantic,
		"YouTube":                                      ProfileSemantic,
		"LeBron and McGee":                             ProfileSemantic,
		"`":                                            ProfileSemantic,
		"what does `make run` do":                      ProfileSemantic, // doubtful: the weights are partly those of code
		"func (s *Server) ServeHTTP":                   ProfileCode,
		"python sort list":                             ProfileCode,
		"where is HttpRequestParser made":              ProfileCode,
		"where is parseHeader called":                  ProfileCode,
		"func main() {":                                ProfileCode,
		"std::vector push back":                        ProfileCode,
		"the retry_count variable":                     ProfileCode,
		"what did we decide yesterday":                 ProfileTemporal,
		"notes of 2026-03-01":                          ProfileTemporal,
		"what happened three days ago":                 ProfileTemporal,
		"meeting in March":                             ProfileTemporal,
		"the latest release notes":                     ProfileTemporal,
		"standup at 9:30":                              ProfileTemporal,
		"why did the deploy fail":                      ProfileSemantic,
		"what caused the outage":                       ProfileSemantic,
		"consequences of dropping the index":           ProfileSemantic,
		`the phrase "write ahead log"`:                 ProfileFact,
		"ERR-4012":                                     ProfileFact,
		"who wrote /etc/asterism/config":               ProfileFact,
		"what is in v1.2.3 of the library for reading": ProfileFact,
	} {
		name, weights := Auto(text)
		if name != want {
			t.Errorf("%q: %s, want %s", text, name, want)
		}
		checkWeights(t, text, weights)
		for _, s := range timeSpaces.Spaces() {
			if fresh := text == "the latest release notes" && s != models.TemporalPeriodic; fresh != (weights[s] > 0) {
				t.Errorf("%q (%s): %v weighs %v", text, name, s, weights[s])
			}
		}
	}
}

// TestAutoMixesByHowLikelyCodeIsAskedFor checks that the weight of E7 grows with the probability of code, without a jump.
func TestAutoMixesByHowLikelyCodeIsAskedFor(t *testing.T) {
	last, plain, code := -1., auto(ProfileSemantic), auto(ProfileCode)
	for _, text := range []string{"what did McGee say about LeBron", "a stray ` in a note", "what does `make run` do", "where is parseHeader called"} {
		_, w := Auto(text)
		if share := shareOfCode(text); share <= last || math.Abs(w[models.Code]-blend(code, plain, share)[models.Code]) > 1e-9 {
			t.Errorf("%q asks for code with %v, after %v, and E7 weighs %v", text, share, last, w[models.Code])
		} else {
			last = share
		}
	}
	if last < 0.5 {
		t.Errorf("a question with the name of a function asks for code with %v", last)
	}
}

// TestOnlyADirectionWeighsCauses checks that a question with "why" gets the weights of meaning, and that one whose argument asks for causes does not.
func TestOnlyADirectionWeighsCauses(t *testing.T) {
	_, plain := Auto("how do we keep the cache small")
	if _, why := Auto("why did the deploy of the cache fail"); why != plain {
		t.Errorf("a question with why weighs %v, a plain one %v", why, plain)
	}
	if asked := ForDirection(); asked[models.Causal] <= plain[models.Causal] {
		t.Errorf("E5 weighs %v where causes are asked for, %v elsewhere", asked[models.Causal], plain[models.Causal])
	}
	checkWeights(t, "direction", ForDirection())
}

func TestAutoLeansToWordsForShortQuestions(t *testing.T) {
	_, short := Auto("kuberntes")
	_, long := Auto("how do we keep the cache small")
	for _, s := range []models.Space{models.HDC, models.Entity} {
		if short[s] <= long[s] {
			t.Errorf("%v: %v for one word, %v for a sentence", s, short[s], long[s])
		}
	}
}

func TestAutoWeighsLongQuestionsByTheirTerms(t *testing.T) {
	text := strings.Repeat("where is parseHeader called ", 8)
	name, long := Auto(text)
	if _, short := Auto("where is parseHeader called"); name != ProfileCode || long[models.Sparse] <= 2*short[models.Sparse] {
		t.Errorf("%s: E6 weighs %v in a long question, %v in a short one", name, long[models.Sparse], short[models.Sparse])
	}
	checkWeights(t, text, long)
	if name, timed := Auto(strings.Repeat("what the team talked about ", 6) + "recently"); name != ProfileTemporal || timed[models.TemporalRecent] == 0 {
		t.Errorf("a long question (%s) for what is fresh gives E2 %v", name, timed[models.TemporalRecent])
	}
}

func TestProfilesAreThoseOfTheTable(t *testing.T) {
	for _, name := range Profiles() {
		w, err := Profile(name)
		if err != nil {
			t.Fatal(err)
		}
		checkWeights(t, name, w)
	}
	w, _ := Profile(ProfileSemantic)
	if math.Abs(w[models.Semantic]/w[models.Splade]-14) > 1e-9 {
		t.Errorf("semantic: E1 to E13 is %v to %v, want 28 to 2", w[models.Semantic], w[models.Splade])
	}
	if _, err := Profile("fast"); err == nil || !strings.Contains(err.Error(), "balanced") {
		t.Errorf("the error does not list the profiles: %v", err)
	}
}

func checkWeights(t *testing.T, name string, w [models.Count]float64) {
	t.Helper()
	sum := 0.0
	for i, v := range w {
		if v < 0 {
			t.Errorf("%s: weight of %v is %v", name, models.Space(i), v)
		}
		sum += v
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("%s: weights sum to %v", name, sum)
	}
}

func FuzzAuto(f *testing.F) {
	for _, s := range []string{"", "why `x`", "ERR-1 \"", "last last week", "a/b/c", "\x00\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		name, weights := Auto(text)
		if _, err := Profile(name); err != nil {
			t.Fatal(err)
		}
		checkWeights(t, text, weights)
	})
}

// The file of weights has one for each feature, and packing preserves them.
func TestCodeWeightsFit(t *testing.T) {
	if len(codeWeights) != codeHead+CodeFeatures {
		t.Fatalf("%d bytes, want %d", len(codeWeights), codeHead+CodeFeatures)
	}
	weights := make([]float64, CodeFeatures)
	for _, f := range Features("sort a list") {
		weights[f] = 1
	}
	packed := PackCodeWeights(-1, weights)
	if yes, no := CodeOf(packed, "sort a list"), CodeOf(packed, "bake bread"); yes < 0.7 || math.Abs(no-logistic(-1)) > 1e-6 {
		t.Errorf("what it was told is code: %v; anything else: %v", yes, no)
	}
	if p := CodeOf(packed, " \n"); p != 0 {
		t.Errorf("a text without words asks for code with %v", p)
	}
}
