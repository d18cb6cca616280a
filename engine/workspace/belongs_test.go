package workspace

import (
	"testing"

	"asterism/engine/search"
	"asterism/engine/store"
)

// TestLiftAsksWhetherTheQuestionIsAboutWhatIsInMind: memories that belong are lifted if the first hits belong. A question that names no subject needs only one
// of five.
func TestLiftAsksWhetherTheQuestionIsAboutWhatIsInMind(t *testing.T) {
	ids := make([]store.ID, 8)
	for i := range ids {
		ids[i][0] = byte(i + 1)
	}
	for name, c := range map[string]struct {
		question string
		belongs  map[int]float64 // by place
		lifted   bool
	}{
		"the first belongs":                   {"When did Melanie paint a sunrise?", map[int]float64{0: .5, 6: 1}, true},
		"the second belongs wholly":           {"When did Melanie paint a sunrise?", map[int]float64{1: 1, 6: 1}, true},
		"the second belongs a little":         {"When did Melanie paint a sunrise?", map[int]float64{1: .5, 6: 1}, false},
		"the second and the third":            {"When did Melanie paint a sunrise?", map[int]float64{1: .5, 2: .6}, true},
		"the third alone":                     {"When did Melanie paint a sunrise?", map[int]float64{2: 1, 6: 1}, false},
		"none":                                {"When did Melanie paint a sunrise?", nil, false},
		"nothing is named, the fifth":         {"how much do they want for it?", map[int]float64{4: .1}, true},
		"nothing is named, the sixth":         {"how much do they want for it?", map[int]float64{5: 1}, false},
		"I am no name":                        {"what did I say?", map[int]float64{4: 1}, true},
		"I am none before a mark":             {"what did they and I?", map[int]float64{4: 1}, true},
		"I am none with another apostrophe":   {"what did I’d say?", map[int]float64{4: 1}, true},
		"a name":                              {"what did Ida say?", map[int]float64{4: 1}, false},
		"a number":                            {"what of 5.2?", map[int]float64{4: 1}, false},
		"three words of content":              {"how hot does the pottery kiln get?", map[int]float64{4: 1}, false},
		"a hit below the average stays below": {"who picks it up?", map[int]float64{0: 1, 7: 1}, true},
	} {
		hits, belongs := make([]search.Hit, len(ids)), map[store.ID]float64{}
		for i := range hits {
			hits[i] = search.Hit{ID: ids[i], Score: float64(6 - i)} // the last is below the average
		}
		for place, share := range c.belongs {
			belongs[ids[place]] = share
		}
		gains := Lift(c.question, hits, belongs, 1)
		if lifted := len(gains) > 0; lifted != c.lifted {
			t.Errorf("%s: gains %v", name, gains)
		}
		if gains[ids[7]] != 0 {
			t.Errorf("%s: what scores less than an average memory gained %v", name, gains[ids[7]])
		}
		for i := 1; i < len(hits); i++ {
			if hits[i].Score > hits[i-1].Score {
				t.Errorf("%s: not in order of score: %+v", name, hits)
			}
		}
	}
}
