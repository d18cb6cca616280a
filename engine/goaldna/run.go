package goaldna

import (
	"math"
	"time"
)

// Run is what a row of steps says together where no single one says it: the cumulative sum of how much more likely each step is off the task than on it (E. S. Page,
// "Continuous Inspection Schemes", Biometrika 41, 1954; a sequential probability ratio test of A. Wald, 1945, that begins anew whenever it says "on the task").
type Run struct {
	Evidence float64   // the sum, 0…RunLimit + runCeiling
	Drifting bool      // it is RunLimit at least
	Steps    int       // checks with a signal since the sum last lay at 0
	From     int       // the number of the first of them; 0 with Steps 0
	Since    time.Time // when that one was checked; zero with Steps 0
}

const (
	// RunLimit is the evidence from which on the work has left its task: ln(1/.05), Wald's border for one false alarm in twenty.
	RunLimit = 2.995732273553991
	// runCeiling is by how much the sum goes above the limit, so that steps on the task take the alarm back soon however long the work was elsewhere: a third of such rows
	// are taken back by the second step (on the projects that the weights were fitted on).
	runCeiling = 1
	// mostEvidence bounds what one step says, either way.
	mostEvidence = 3
	// leastOdds is how near to 0 and 1 a similarity is taken, for its logarithm.
	leastOdds = 1e-3
)

// evidenceOf is the log likelihood ratio of a step, off the task against on it: constant + slope · ln(s/(1−s)).
type evidenceOf struct{ constant, slope float64 }

// evidenceForms are those of goals with sub-goals and of goals without.
type evidenceForms struct{ plan, alone evidenceOf }

// Fitted by logistic regression on 934 tasks of fifteen public projects (squashed commits, the first three commits being accepted sub-goals, the others the steps), against
// runs of five steps of another task, half of the same project and half of others. bench/learning measures it on other projects.
var (
	evidenceWithCosine = evidenceForms{plan: evidenceOf{-.592, -.920}, alone: evidenceOf{-.669, -.681}}
	evidenceByWords    = evidenceForms{plan: evidenceOf{-.611, -.933}, alone: evidenceOf{-1.037, -1.020}}
)

// Evidence is how much more likely a step of this similarity is off the goal than on it: the logarithm of the ratio, −3…3. byWords says that words alone decided
// the similarity.
func (h *Hybrid) Evidence(similarity float64, byWords bool) float64 {
	forms := evidenceWithCosine
	if byWords {
		forms = evidenceByWords
	}
	e := forms.alone
	if len(h.texts) > 1 {
		e = forms.plan
	}
	s := min(max(similarity, leastOdds), 1-leastOdds)
	return min(max(e.constant+e.slope*math.Log(s/(1-s)), -mostEvidence), mostEvidence)
}

// take adds a step's evidence.
func (r *recordedRun) take(evidence float64, step int, now int64) {
	before := r.sum
	if r.sum = min(max(r.sum+evidence, 0), RunLimit+runCeiling); r.sum == 0 {
		*r = recordedRun{}
		return
	}
	if before == 0 {
		r.from, r.since, r.steps = step, now, 0
	}
	r.steps++
}

// recordedRun is a run as it is kept.
type recordedRun struct {
	sum         float64
	steps, from int
	since       int64
}

func (r recordedRun) drifting() bool { return r.sum >= RunLimit }

func (r recordedRun) run() Run {
	out := Run{Evidence: r.sum, Drifting: r.drifting(), Steps: r.steps, From: r.from}
	if r.steps > 0 {
		out.Since = time.Unix(0, r.since).UTC()
	}
	return out
}
