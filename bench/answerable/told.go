package answerable

import "asterism/engine/relevance"

// Told are the shares of questions whose best hit's chance is below a limit, so that the answer is "nothing relevant found": means over the sets, small stores with
// whole ones. NaN where no question is of the kind.
type Told struct {
	Below                 float64
	Shown                 float64 // the right answer is among the ten hits
	With                  float64 // the store has an answer, among the ten hits or not
	SameField, OtherField float64 // it has none
}

// limits are those of [ToldTable].
var limits = []float64{.002, .004, .006, .008, .01, .012, .015, .02, .025, .03, .035, .04, .045, .05, .06, .08, .1}

// ToldTable measures a model at several limits, one of them relevance.Nothing.
func ToldTable(cases []Case, m *relevance.Model) (out []Told) {
	for _, l := range limits {
		out = append(out, Tell(cases, m, l))
	}
	return out
}

// shares count questions of one set.
type shares struct{ told, all float64 }

func (s *shares) add(told bool) {
	if s.all++; told {
		s.told++
	}
}

// Tell measures a model at one limit.
func Tell(cases []Case, m *relevance.Model, below float64) Told {
	sets := map[string]*[4]shares{}
	for i := range cases {
		c := &cases[i]
		if sets[c.Set] == nil {
			sets[c.Set] = &[4]shares{}
		}
		of := sets[c.Set]
		best, right := 0.0, false
		for _, h := range c.Hits {
			best, right = max(best, m.Chance(h.Features)), right || h.Right
		}
		told := best < below
		switch c.Kind {
		case In:
			of[1].add(told)
			if right {
				of[0].add(told)
			}
		case Out:
			of[2].add(told)
		default:
			of[3].add(told)
		}
	}
	var over [4]means
	for _, of := range sets {
		for k, s := range of {
			over[k].add(s.told / s.all)
		}
	}
	return Told{Below: below, Shown: over[0].mean(), With: over[1].mean(), SameField: over[2].mean(), OtherField: over[3].mean()}
}
